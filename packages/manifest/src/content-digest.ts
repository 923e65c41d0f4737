import { createHash } from "node:crypto";

/**
 * The digest of what a package holds: paths, executable or not, sizes and the files' own digests, by order of path.
 * Compression libraries differ between versions and processors; this does not.
 */
export class ContentDigest {
  readonly #lines: { path: string; line: string }[] = [];

  add(path: string, executable: boolean, bytes: number, sha256: Buffer): void {
    const line = JSON.stringify([path, executable, bytes, sha256.toString("hex")]);
    this.#lines.push({ path, line });
  }

  /** In hex; files may have come in any order. */
  hex(): string {
    const sorted = this.#lines.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
    const hash = createHash("sha256");
    for (const { line } of sorted) hash.update(`${line}\n`);
    return hash.digest("hex");
  }
}
