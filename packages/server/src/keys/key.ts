import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

/** `by_<id>_<secret><checksum>`: findable in a leak by its shape, checkable without the platform, useless without the secret. */
const shape = /^by_([0-9a-z]{10})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const base32 = "0123456789abcdefghjkmnpqrstvwxyz";

export interface ParsedKey {
  id: string;
  secret: string;
}

/** A fresh key with 256 random bits; `text` is what its owner is shown once. */
export function makeKey(): ParsedKey & { text: string } {
  let id = "";
  for (const byte of randomBytes(10)) id += base32[byte & 31];
  const secret = inBase62(BigInt(`0x${randomBytes(32).toString("hex")}`), 43);
  return { id, secret, text: keyText(id, secret) };
}

/** The key as its owner holds it. */
export function keyText(id: string, secret: string): string {
  return `by_${id}_${secret}${checksum(id, secret)}`;
}

/** `undefined` for a text that can not be a key: its shape or its checksum is wrong. */
export function parseKey(text: string): ParsedKey | undefined {
  const [, id, secret, sum] = shape.exec(text) ?? [];
  if (id === undefined || secret === undefined || sum !== checksum(id, secret)) return undefined;
  return { id, secret };
}

/** What the store keeps of a secret. It has 256 random bits: a slow hash would protect nothing more. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

const nobody = "0".repeat(64);

/** Takes the same time for a right, a wrong and an unknown key (`stored` absent). */
export function secretMatches(secret: string, stored: string | undefined): boolean {
  const given = Buffer.from(hashSecret(secret), "hex");
  const equal = timingSafeEqual(given, Buffer.from(stored ?? nobody, "hex"));
  return equal && stored !== undefined;
}

function checksum(id: string, secret: string): string {
  return inBase62(BigInt(crc32(`by_${id}_${secret}`)), 6);
}

function inBase62(value: bigint, length: number): string {
  let text = "";
  for (let i = 0; i < length; i++) {
    text = base62[Number(value % 62n)] + text;
    value /= 62n;
  }
  return text;
}
