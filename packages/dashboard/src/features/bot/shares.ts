import { bytes } from "../../lib/bytes.ts";
import type { Usage } from "./api/get-usage.ts";

/** How much of something a bot uses. */
export interface Share {
  name: string;
  /** In words, with the limit if there is one. */
  text: string;
  /** From 0 to 1; absent without a limit, and if the use is not known. */
  part: number | undefined;
}

/** From here on the reader is warned. */
export const near = 0.85;

export function shares({ memory, cpu, processes, disk, files }: Usage): Share[] {
  const cores = (count: number) => `${count.toLocaleString("en", { maximumFractionDigits: 2 })}`;
  return [
    share("Memory", memory.used_bytes, memory.limit_bytes, bytes),
    share("Processor", cpu.used_cores, cpu.limit_cores, cores, cpu.limit_cores === 1 ? " core" : " cores"),
    share("Processes", processes.used, processes.limit, (count) => count.toLocaleString("en")),
    share("Disk", disk.used_bytes, disk.limit_bytes, bytes),
    share("Files", files.used, files.limit, (count) => count.toLocaleString("en")),
  ];
}

function share(
  name: string,
  used: number | null,
  limit: number | null,
  show: (count: number) => string,
  unit = "",
): Share {
  if (used === null)
    return { name, text: limit === null ? "–" : `limit ${show(limit)}${unit}`, part: undefined };
  if (limit === null) return { name, text: `${show(used)}${unit}`, part: undefined };
  return { name, text: `${show(used)} of ${show(limit)}${unit}`, part: limit > 0 ? used / limit : undefined };
}
