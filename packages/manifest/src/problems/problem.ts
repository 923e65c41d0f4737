import type { ProblemCode } from "./codes.ts";

/** A problem in a user's file, with its position and advice. */
export type Problem = {
  /** Stable code `room.reason`, such as `bot_config.unknown_field`. */
  code: ProblemCode;
  /** The file's path relative to the package, or as given on the command line. */
  file: string;
  /** Line, from 1; absent if the problem has no position in a text. */
  line?: number;
  /** Column, from 1, in characters. */
  column?: number;
  /** JSON pointer of the value, if the file is YAML or JSON. */
  pointer?: string;
  /** What is wrong, with the offending value: a full sentence. */
  message: string;
  /** What to do: a full sentence. */
  next: string;
  severity: "error" | "warning";
};

/** Formats a problem as one line for a terminal: `bot-config.yaml:12:3 error … Next step.` */
export function formatProblem(problem: Problem): string {
  const place = [problem.file, problem.line, problem.line === undefined ? undefined : problem.column];
  const where = place.filter((part) => part !== undefined).join(":");
  return `${where} ${problem.severity} ${problem.message} ${problem.next}`;
}

/** Returns true if at least one problem is an error, not a warning. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === "error");
}
