import type { BrokenLimit } from "./executor.ts";

/** Says which limit was exceeded, by how much, as the end of a sentence that begins with the process. */
export function describeLimit({ name, used, allowed }: BrokenLimit): string {
  const [amount, of] = name === "memory" ? [mebibytes, "of memory"] : [String, "processes and threads"];
  const limit = `the limit is ${amount(allowed)}`;
  return used === undefined
    ? `reached its limit of ${name}; ${limit}`
    : `used ${amount(used)} ${of}; ${limit}`;
}

/** Rounds up, so that what exceeds a limit is shown as more than the limit. */
const mebibytes = (bytes: number): string => `${Math.ceil((bytes / 2 ** 20) * 10) / 10} MiB`;
