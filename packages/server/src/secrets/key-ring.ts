import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from "node:crypto";

/** Why something that is encrypted cannot be read, in a sentence. */
export class UnreadableSecretError extends Error {
  readonly code = "secret_unreadable";
  constructor(why: string) {
    super(why);
    this.name = "UnreadableSecretError";
  }
}

const prefix = "sealed:";
const [ivBytes, tagBytes] = [12, 16];

/** Whether a text is what {@link KeyRing.seal} returns. */
export const isSealed = (value: unknown): value is string =>
  typeof value === "string" && value.startsWith(prefix);

interface Key {
  id: string;
  encryption: Buffer;
  iv: Buffer;
}

function keyOf(bytes: Buffer): Key {
  const derived = (purpose: string) => Buffer.from(hkdfSync("sha256", bytes, "", `botyard ${purpose}`, 32));
  const id = createHash("sha256").update("botyard key id").update(bytes).digest("base64url").slice(0, 8);
  return { id, encryption: derived("encryption"), iv: derived("iv") };
}

/**
 * Encrypts texts with AES-256-GCM. The first key encrypts, and all of them decrypt: a key is replaced by writing a new
 * one before it.
 */
export class KeyRing {
  readonly #keys: Key[];
  readonly #source: string;

  /** @param source where the keys are, for messages */
  constructor(keys: readonly Buffer[], source = "the key file") {
    this.#keys = keys.map(keyOf);
    this.#source = source;
  }

  get ids(): string[] {
    return this.#keys.map(({ id }) => id);
  }

  /**
   * Encrypts a text. The same text about the same thing becomes the same: the initialisation vector is derived from both,
   * so that settings can be compared without decrypting them.
   * @param about what the text belongs to; it cannot be decrypted as belonging to something else
   */
  seal(text: string, about: string): string {
    const [key] = this.#keys;
    if (!key) throw new Error("There is no key.");
    const iv = createHmac("sha256", key.iv).update(`${about}\0`).update(text).digest().subarray(0, ivBytes);
    const cipher = createCipheriv("aes-256-gcm", key.encryption, iv, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(about));
    const parts = [iv, cipher.update(text, "utf8"), cipher.final()];
    return `${prefix}${key.id}:${Buffer.concat([...parts, cipher.getAuthTag()]).toString("base64url")}`;
  }

  /** @throws {UnreadableSecretError} if it was encrypted with another key, about something else, or is damaged */
  unseal(sealed: string, about: string): string {
    const [, id, data = ""] = /^sealed:([\w-]{8}):([\w-]+)$/.exec(sealed) ?? [];
    const key = this.#keys.find((one) => one.id === id);
    if (!key) {
      const have = this.#keys.length === 0 ? "no key" : this.ids.join(", ");
      throw new UnreadableSecretError(
        `It was encrypted with the key ${id ?? "of another platform"}; ${this.#source} has ${have}. Put the right key back, or set the secret again.`,
      );
    }
    const bytes = Buffer.from(data, "base64url");
    const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(-tagBytes)];
    try {
      const decipher = createDecipheriv("aes-256-gcm", key.encryption, iv, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(about));
      decipher.setAuthTag(tag);
      const text = decipher.update(bytes.subarray(ivBytes, -tagBytes));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    } catch {
      throw new UnreadableSecretError("What is stored of it is damaged.");
    }
  }

  /** Whether it was encrypted with the key that encrypts now. */
  isCurrent(sealed: string): boolean {
    return sealed.startsWith(`${prefix}${this.#keys[0]?.id}:`);
  }
}
