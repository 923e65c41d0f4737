import { showPath } from "../files/path-rules.ts";
import type { Problem } from "../problems/problem.ts";

/** Where a source file cannot be parsed, and why, as its language says. */
export type SyntaxFault = { path: string; line?: number; column?: number; message: string };

/** Returns the problem of a source file that cannot be parsed. */
export function syntaxProblem({ path, line, column, message }: SyntaxFault): Problem {
  const sentence = `${message[0]?.toUpperCase() ?? ""}${message.slice(1)}`.replace(/\.?$/, ".");
  return {
    code: "source.syntax_error",
    file: path,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    message: `${showPath(path)} cannot be parsed: ${sentence}`,
    next: "Correct the syntax.",
    severity: "error",
  };
}
