import type { BrokenLimit } from "./executor.ts";

/** Says which limit was exceeded, by how much, as the end of a sentence that begins with the process. */
export function describeLimit({ name, used, allowed, obstacle }: BrokenLimit): string {
  const [amount, of] = units[name];
  const limit = `the limit is ${amount(allowed)}`;
  if (obstacle !== undefined) return `${obstacle}; ${limit} ${of}`;
  return used === undefined
    ? `reached its limit of ${name}; ${limit}`
    : `used ${amount(used)} ${of}; ${limit}`;
}

type Amount = (amount: number) => string;
/** Rounds up, so that what exceeds a limit is shown as more than the limit. */
const mebibytes: Amount = (bytes) => `${Math.ceil((bytes / 2 ** 20) * 10) / 10} MiB`;
const units: Record<BrokenLimit["name"], [Amount, of: string]> = {
  memory: [mebibytes, "of memory"],
  disk: [mebibytes, "of disk space"],
  files: [String, "files and folders"],
  processes: [String, "processes and threads"],
};
