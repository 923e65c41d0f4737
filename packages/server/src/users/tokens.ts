import { hash, randomBytes, randomInt } from "node:crypto";

/** A secret of 256 random bits, and the hash that the store keeps of it. */
export function makeToken(): { text: string; hash: string } {
  const text = randomBytes(32).toString("base64url");
  return { text, hash: hashToken(text) };
}

export function hashToken(text: string): string {
  return hash("sha256", text, "hex");
}

/** Without vowels, so that codes spell no words, and without letters that look alike (RFC 8628, 6.1). */
const letters = "BCDFGHJKLMNPQRSTVWXZ";

/** A code that a person types, such as `WDJB-MJHT`: 34 random bits, for a few minutes. */
export function makeUserCode(): string {
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join("");
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Hashes a user code, however it was typed. */
export function hashUserCode(typed: string): string {
  return hashToken(typed.toUpperCase().replace(/[^A-Z]/g, ""));
}
