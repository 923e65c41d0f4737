import { formatProblem, type Problem } from "@botyard/manifest";
import type { Context } from "../context.ts";

/** Prints the warnings among the problems, one line each. */
export function showWarnings(context: Context, problems: readonly Problem[]): void {
  for (const problem of problems)
    if (problem.severity === "warning") context.warn(formatProblem(problem).replace(" warning ", " "));
}
