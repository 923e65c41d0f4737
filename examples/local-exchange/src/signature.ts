import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Refusal } from "./account.ts";

export interface Credentials {
  /** The key, and the beginning of others: each bot has one of its own, because each has its own nonces. */
  key: string;
  /** In Base64. */
  secret: string;
}

/** The most keys whose nonces are remembered. */
const mostKeys = 1000;

/**
 * Returns a function that checks the signature of a request: HMAC-SHA512 of its path and of SHA256(nonce + body), with the secret.
 * Each nonce of a key must be greater than the one before.
 */
export function signatures({ key, secret }: Credentials) {
  const bytes = Buffer.from(secret, "base64");
  const nonces = new Map<string, bigint>();

  /**
   * Returns nothing if the request may be answered.
   *
   * @throws {Refusal} if its key, signature or nonce is not right
   */
  return (path: string, headers: IncomingHttpHeaders, body: string): void => {
    const used = `${headers["api-key"] ?? ""}`;
    if (used !== key && !used.startsWith(`${key}-`)) throw new Refusal("EAPI:Invalid key");
    const nonce = new URLSearchParams(body).get("nonce") ?? "";
    const digest = createHash("sha256").update(`${nonce}${body}`).digest();
    const expected = createHmac("sha512", bytes).update(path).update(digest).digest();
    const given = Buffer.from(`${headers["api-sign"] ?? ""}`, "base64");
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new Refusal("EAPI:Invalid signature");
    if (!/^\d{1,20}$/.test(nonce) || BigInt(nonce) <= (nonces.get(used) ?? 0n))
      throw new Refusal("EAPI:Invalid nonce");
    // Keys are any text with that beginning; the oldest is forgotten.
    if (nonces.size >= mostKeys && !nonces.has(used)) nonces.delete(nonces.keys().next().value!);
    nonces.set(used, BigInt(nonce));
  };
}
