import type { BotUsage } from "@botyard/client";
import { counted } from "../output/counted.ts";
import { bytes } from "../output/times.ts";

/** Formats what a bot uses, of its limits; `undefined` if nothing is known. */
export function usageText({ memory, cpu, processes }: BotUsage): string | undefined {
  const parts = [
    memory.used_bytes !== null && `memory ${bytes(memory.used_bytes)} of ${bytes(memory.limit_bytes)}`,
    cpu.used_cores !== null && `cpu ${cpu.used_cores.toFixed(2)} of ${cpu.limit_cores} cores`,
    processes.used !== null && `processes ${processes.used} of ${processes.limit}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** Formats how much of a bot's output is stored; `undefined` if the platform is older than these fields. */
export function keptText({ logs, metrics }: BotUsage): string | undefined {
  if ((logs as typeof logs | undefined) === undefined) return undefined;
  const of = (name: string, { records, used_bytes, limit_bytes, kept_days }: BotUsage["logs"]) =>
    `${counted(records, name)} (${bytes(used_bytes)} of ${bytes(limit_bytes)}, for ${kept_days} days)`;
  return `${of("log line", logs)}, ${of("metric", metrics)}`;
}

/** Formats the limits of a bot that is not running. */
export function limitsText({ memory, cpu, processes }: BotUsage): string {
  return `memory ${bytes(memory.limit_bytes)}, cpu ${cpu.limit_cores} cores, processes ${processes.limit}`;
}

/** Formats the size of a bot's files, of its limit. */
export function diskText({ disk, files, state }: BotUsage): string | undefined {
  if (disk.used_bytes === null) return undefined;
  // Platforms without a limit report null.
  const limit = disk.limit_bytes === null ? "" : ` of ${bytes(disk.limit_bytes)}`;
  const keys = state.keys === null ? "" : `, ${counted(state.keys, "state key")}`;
  return `${bytes(disk.used_bytes)}${limit}${filesText(files)}${keys}`;
}

/** Platforms older than this field have none. */
function filesText(files: BotUsage["files"] | undefined): string {
  if (!files || files.used === null) return "";
  return `, ${files.limit === null ? counted(files.used, "file") : `${files.used} of ${files.limit} files`}`;
}
