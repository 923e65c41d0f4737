import { type BrokenLimit, describeLimit, type Exit, LaunchError } from "@botyard/runtime";
import { networkAdvice } from "../networks/index.ts";
import { variables } from "../settings/settings.ts";

/** Returns a sentence that says how a process ended. */
export function describeExit(exit: Exit, subject = "The process"): string {
  if (exit.limit)
    return `${subject} was killed because ${describeLimit(exit.limit)} (${variableOf(exit.limit)}).`;
  // What waits for the process gives both the same code.
  if (exit.signal !== undefined)
    return `${subject} was terminated by ${exit.signal}, or exited with code ${exit.code}.`;
  if (exit.code !== undefined) return `${subject} exited with code ${exit.code}.`;
  return `${subject} ended; its exit status is unknown.`;
}

const settings = {
  memory: "limits.memoryBytes",
  processes: "limits.processes",
  disk: "limits.diskBytes",
  files: "limits.files",
  user_disk: "userDiskBytes",
} as const satisfies Record<BrokenLimit["name"], string>;

/** Adds the variable to a failed start by which the operator can change what it failed for. */
export function namingVariable(error: unknown): unknown {
  if (!(error instanceof LaunchError)) return error;
  const { code, message, limit } = error;
  if (code === "network_unavailable")
    return new LaunchError(code, `${message} ${networkAdvice}`, { cause: error });
  if (!limit) return error;
  return new LaunchError(code, `${message.replace(/\.$/, "")} (${variableOf(limit)}).`, {
    cause: error,
    limit,
  });
}

/** Returns the environment variable with which the operator sets a limit. */
function variableOf({ name }: BrokenLimit): string {
  return variables.find((one) => one.setting === settings[name])!.variable;
}
