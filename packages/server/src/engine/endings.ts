import type { Exit } from "@botyard/runtime";

/** Returns a sentence that says how a process ended. */
export function describeExit(exit: Exit, subject = "The process"): string {
  if (exit.limit === "memory") return `${subject} was killed because it exceeded its memory limit.`;
  if (exit.limit === "processes") return `${subject} was killed because it started too many processes.`;
  if (exit.signal !== undefined) return `${subject} was terminated by ${exit.signal}.`;
  if (exit.code !== undefined) return `${subject} exited with code ${exit.code}.`;
  return `${subject} ended; its exit status is unknown.`;
}
