import { formatProblem, type Problem } from "@botyard/manifest";
import type { Context } from "../context.ts";

/** The warnings among what was found, one line each; the line itself says that it is one. */
export function showWarnings(context: Context, problems: readonly Problem[]): void {
  for (const problem of problems)
    if (problem.severity === "warning") context.warn(formatProblem(problem).replace(" warning ", " "));
}
