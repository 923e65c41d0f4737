import { resourceNames } from "@botyard/manifest";
import { type BrokenLimit, describeLimit, type Exit, LaunchError } from "@botyard/runtime";
import { networkAdvice } from "../networks/index.ts";
import { variables } from "../settings/settings.ts";

/** Returns a sentence that says how a process ended. */
export function describeExit(exit: Exit, subject = "The process"): string {
  if (exit.limit)
    return `${subject} was killed because ${describeLimit(exit.limit)} (${whatSets(exit.limit)}).`;
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
  return new LaunchError(code, `${message.replace(/\.$/, "")} (${whatSets(limit)}).`, {
    cause: error,
    limit,
  });
}

/** Returns what sets a limit: the bot's own setting, if it can have one, and the operator's. */
function whatSets({ name }: BrokenLimit): string {
  const { variable } = variables.find((one) => one.setting === settings[name])!;
  return resourceNames.some((own) => own === name)
    ? `resources.${name} of the bot, else ${variable}`
    : variable;
}
