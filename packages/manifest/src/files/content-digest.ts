import { createHash } from "node:crypto";
import { fileListText, type ListedFile } from "./list-line.ts";

/**
 * Digest of a package's contents: path, executable flag, size and SHA-256 of each file, sorted by path.
 * Unlike the digest of the archive, it does not depend on the compression library.
 */
export class ContentDigest {
  readonly #files: ListedFile[] = [];

  add(path: string, executable: boolean, bytes: number, sha256: Buffer): void {
    this.#files.push({ path, executable, bytes, sha256: sha256.toString("hex") });
  }

  /** Returns the list over which the digest is made. It does not depend on the order in which files were added. */
  text(): string {
    return fileListText(this.#files);
  }

  /** Returns the digest in hex. */
  hex(): string {
    return createHash("sha256").update(this.text()).digest("hex");
  }
}
