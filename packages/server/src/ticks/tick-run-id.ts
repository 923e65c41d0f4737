import { createHash } from "node:crypto";

/** Crockford's base32 in lower case, as in all ids. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Returns the id of a tick's run: always the same for the same bot and tick, and sorted by time like all ids. */
export function tickRunId(botId: string, tick: Date): string {
  let time = "";
  for (let left = tick.getTime(); time.length < 10; left = Math.floor(left / 32))
    time = alphabet[left % 32] + time;
  const hash = createHash("sha256").update(`${botId} ${tick.toISOString()}`).digest();
  return `run_${time}${Array.from(hash.subarray(0, 16), (byte) => alphabet[byte % 32]).join("")}`;
}
