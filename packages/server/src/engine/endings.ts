import type { Exit } from "@botyard/runtime";

/** How a process ended, as people say it. */
export function describeExit(exit: Exit): string {
  if (exit.limit === "memory") return "It was ended because it used more memory than a bot may.";
  if (exit.limit === "processes") return "It was ended because it started more processes than a bot may.";
  if (exit.signal !== undefined) return `It was ended by the signal ${exit.signal}.`;
  if (exit.code !== undefined) return `It ended with exit code ${exit.code}.`;
  return "It ended, and nobody was left to say how.";
}
