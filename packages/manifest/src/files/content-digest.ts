import { createHash } from "node:crypto";
import { byPath } from "./pack-entry.ts";

/**
 * Digest of a package's contents: path, executable flag, size and SHA-256 of each file, sorted by path.
 * Unlike the digest of the archive, it does not depend on the compression library.
 */
export class ContentDigest {
  readonly #lines: { path: string; line: string }[] = [];

  add(path: string, executable: boolean, bytes: number, sha256: Buffer): void {
    const line = JSON.stringify([path, executable, bytes, sha256.toString("hex")]);
    this.#lines.push({ path, line });
  }

  /** Returns the digest in hex. It does not depend on the order in which files were added. */
  hex(): string {
    const sorted = this.#lines.toSorted(byPath);
    const hash = createHash("sha256");
    for (const { line } of sorted) hash.update(`${line}\n`);
    return hash.digest("hex");
  }
}
