import { statSync } from "node:fs";
import type { LaunchFiles } from "../executor.ts";

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Describes a run that ended with 0 without a trace of having done anything; returns undefined for any other. Its author
 * probably expects the platform to call a function.
 */
export function describeSilence({ stdout, stderr, result }: LaunchFiles): string | undefined {
  if ([stdout, stderr, result].some((path) => bytesOf(path) > 0)) return undefined;
  return "The run left no result, metric or log line. The platform runs the entrypoint as a program: if the file only defines functions, call one at its end.";
}
