import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Refusal } from "./account.ts";

export interface Credentials {
  key: string;
  /** In Base64. */
  secret: string;
}

/**
 * Returns a function that checks the signature of a request: HMAC-SHA512 of its path and of SHA256(nonce + body), with the secret.
 * Each nonce must be greater than the one before.
 */
export function signatures({ key, secret }: Credentials) {
  const bytes = Buffer.from(secret, "base64");
  let last = 0n;

  /** @throws {Refusal} */
  return (path: string, headers: IncomingHttpHeaders, body: string): void => {
    if (headers["api-key"] !== key) throw new Refusal("EAPI:Invalid key");
    const nonce = new URLSearchParams(body).get("nonce") ?? "";
    const digest = createHash("sha256").update(`${nonce}${body}`).digest();
    const expected = createHmac("sha512", bytes).update(path).update(digest).digest();
    const given = Buffer.from(`${headers["api-sign"] ?? ""}`, "base64");
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new Refusal("EAPI:Invalid signature");
    if (!/^\d{1,20}$/.test(nonce) || BigInt(nonce) <= last) throw new Refusal("EAPI:Invalid nonce");
    last = BigInt(nonce);
  };
}
