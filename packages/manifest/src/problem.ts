import type { ProblemCode } from "./problem-codes.ts";

/** One thing that is wrong in a file someone wrote, with its place and what to do about it. */
export type Problem = {
  /** Stable, `room.reason`: `config.unknown_field`, `archive.symlink` … */
  code: ProblemCode;
  /** The file as its author knows it: a path relative to the package, or the file given on the command line. */
  file: string;
  /** From 1; absent where the problem is not at a place in a text. */
  line?: number;
  /** From 1, in characters. */
  column?: number;
  /** JSON pointer of the value, where the file is a document of values. */
  pointer?: string;
  /** What is wrong, with the offending value; a full sentence. */
  message: string;
  /** What the author does now; a full sentence. */
  next: string;
  severity: "error" | "warning";
};

/** One line for a terminal: `bot-config.yaml:12:3 error … Next step.` */
export function formatProblem(problem: Problem): string {
  const place = [problem.file, problem.line, problem.line === undefined ? undefined : problem.column];
  const where = place.filter((part) => part !== undefined).join(":");
  return `${where} ${problem.severity} ${problem.message} ${problem.next}`;
}

/** True when at least one problem forbids going on; warnings alone do not. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === "error");
}
