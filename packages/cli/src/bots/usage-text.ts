import type { BotUsage } from "@botyard/client";
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

/** Formats the size of a bot's files. */
export function diskText({ disk, state }: BotUsage): string | undefined {
  if (disk.used_bytes === null) return undefined;
  return `${bytes(disk.used_bytes)}${state.keys === null ? "" : `, ${state.keys} state keys`}`;
}
