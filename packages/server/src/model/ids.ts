import { createHash, randomBytes } from "node:crypto";

/** Crockford's base32 in lower case, without letters that look alike. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

let lastTime = 0;
let lastRandom = 0n;

/**
 * Returns a new identifier: the kind, 10 characters of time in milliseconds, 16 random characters. The ids of one
 * platform process sort by creation, also within a millisecond, and are never reused.
 */
export function newId(kind: "bot" | "run" | "launch" | "usr" | "ses", now = Date.now()): string {
  if (now > lastTime) {
    lastTime = now;
    // The top bit is kept free so that counting up within the millisecond cannot overflow.
    lastRandom = BigInt(`0x${randomBytes(10).toString("hex")}`) >> 1n;
  } else {
    lastRandom += 1n + BigInt(randomBytes(3).readUIntBE(0, 3));
  }
  return `${kind}_${base32(BigInt(lastTime), 10)}${base32(lastRandom, 16)}`;
}

/** Returns the id of a tick's run: always the same for the same bot and tick, and sorted by time like all ids. */
export function tickRunId(botId: string, tick: Date): string {
  const hash = createHash("sha256").update(`${botId} ${tick.toISOString()}`).digest();
  const random = Array.from(hash.subarray(0, 16), (byte) => alphabet[byte % 32]).join("");
  return `run_${base32(BigInt(tick.getTime()), 10)}${random}`;
}

/** Distinguishes this platform process from others. */
const processName = base32(BigInt(`0x${randomBytes(8).toString("hex")}`), 12);
let requests = 0;

/** Returns an id for one request: unique, ordered within the process, and cheap to create. */
export function newRequestId(): string {
  requests += 1;
  return `req_${processName}${requests.toString(36).padStart(6, "0")}`;
}

function base32(value: bigint, length: number): string {
  let text = "";
  for (let i = 0; i < length; i++) {
    text = alphabet[Number(value & 31n)] + text;
    value >>= 5n;
  }
  return text;
}
