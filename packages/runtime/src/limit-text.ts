import type { BrokenLimit } from "./executor.ts";

/** Says which limit was exceeded, by how much, after "the process was killed because". */
export function describeLimit({ name, used, allowed, obstacle }: BrokenLimit): string {
  const [amount, of, who = "it"] = units[name];
  const limit = `the limit is ${amount(allowed)}`;
  if (obstacle !== undefined) return `it ${obstacle}; ${limit} ${of}`;
  return used === undefined
    ? `${who} reached its limit of ${name}; ${limit}`
    : `${who} used ${amount(used)} ${of}; ${limit}`;
}

type Amount = (amount: number) => string;
/** Rounds up, so that what exceeds a limit is shown as more than the limit. */
const mebibytes: Amount = (bytes) => `${Math.ceil((bytes / 2 ** 20) * 10) / 10} MiB`;
const units: Record<BrokenLimit["name"], [Amount, of: string, who?: string]> = {
  memory: [mebibytes, "of memory"],
  disk: [mebibytes, "of disk space"],
  files: [String, "files and folders"],
  user_disk: [mebibytes, "of disk space together", "it grew while the bots of its user"],
  processes: [String, "processes and threads"],
};
