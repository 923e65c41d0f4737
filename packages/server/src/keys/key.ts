import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { hiddenValue } from "@botyard/manifest";

/** `by_<id>_<secret><checksum>`: secret scanners can recognise the format and verify the checksum offline. */
const shape = /^by_([0-9a-z]{10})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** Text in the form of a key, also a mistyped one. */
const keyLike = /by_[0-9a-z]{10}_[0-9A-Za-z]{8,}/g;

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const base32 = "0123456789abcdefghjkmnpqrstvwxyz";

export interface ParsedKey {
  id: string;
  secret: string;
}

/** Creates a key with 256 random bits; `text` is shown to its owner once. */
export function makeKey(): ParsedKey & { text: string } {
  let id = "";
  for (const byte of randomBytes(10)) id += base32[byte & 31];
  const secret = inBase62(BigInt(`0x${randomBytes(32).toString("hex")}`), 43);
  return { id, secret, text: keyText(id, secret) };
}

/** Returns the text of a key. */
export function keyText(id: string, secret: string): string {
  return `by_${id}_${secret}${checksum(id, secret)}`;
}

/** Parses a key. Returns `undefined` if the format or the checksum is invalid. */
export function parseKey(text: string): ParsedKey | undefined {
  const [, id, secret, sum] = shape.exec(text) ?? [];
  if (id === undefined || secret === undefined || sum !== checksum(id, secret)) return undefined;
  return { id, secret };
}

/** Returns the hash that the store keeps. A secret has 256 random bits, so a slow hash would add no protection. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

const noHash = "0".repeat(64);

/** Compares a secret with a stored hash, in the same time if the key is unknown (`stored` absent). */
export function secretMatches(secret: string, stored: string | undefined): boolean {
  const given = Buffer.from(hashSecret(secret), "hex");
  const equal = timingSafeEqual(given, Buffer.from(stored ?? noHash, "hex"));
  return equal && stored !== undefined;
}

function checksum(id: string, secret: string): string {
  let value = crc32(`by_${id}_${secret}`);
  let text = "";
  for (let i = 0; i < 6; i++) {
    text = base62[value % 62] + text;
    value = Math.floor(value / 62);
  }
  return text;
}

function inBase62(value: bigint, length: number): string {
  let text = "";
  for (let i = 0; i < length; i++) {
    text = base62[Number(value % 62n)] + text;
    value /= 62n;
  }
  return text;
}

/** Hides keys in a text that is sent back or logged; somebody may have typed one into a path. */
export function withoutKeys(text: string): string {
  return text.replace(keyLike, (key) => `${key.slice(0, 13)}_${hiddenValue}`);
}

/** Hides the API keys in the texts of problems, also where a key was given as the name of a parameter. */
export function itemsWithoutKeys<Item extends object>(items: readonly Item[]): Item[] {
  const hidden = ([name, value]: [string, unknown]) => [
    name,
    typeof value === "string" ? withoutKeys(value) : value,
  ];
  return items.map((item) => Object.fromEntries(Object.entries(item).map(hidden)) as Item);
}
