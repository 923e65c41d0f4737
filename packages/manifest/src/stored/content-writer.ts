import { createHash } from "node:crypto";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { isElf, magicBytes } from "../binaries/binary.ts";
import { contentName, diskBytes } from "./names.ts";

/** A content that was written. */
export interface WrittenContent {
  sha256: string;
  /** Its file. */
  from: string;
}

/** Writes contents into a folder, each once, under the names of their digests. Modes: 0444; executables and native binaries 0555. */
export class ContentWriter {
  readonly #dir: string;
  /** What the contents use on the disk, by name of the file. */
  readonly #bytes = new Map<string, number>();

  /** @param dir an empty folder */
  constructor(dir: string) {
    this.#dir = dir;
  }

  async write(body: AsyncIterable<Buffer>, executable: boolean): Promise<WrittenContent> {
    const fresh = join(this.#dir, ".next");
    // "wx" fails if the path exists, and so never writes through a link.
    const target = await open(fresh, "wx", 0o600);
    const hash = createHash("sha256");
    let start: Buffer = Buffer.alloc(0);
    let size = 0;
    let runs = executable;
    try {
      for await (const chunk of body) {
        if (start.length < magicBytes) start = Buffer.concat([start, chunk.subarray(0, magicBytes)]);
        hash.update(chunk);
        size += chunk.length;
        await target.writeFile(chunk);
      }
      runs ||= isElf(start);
      await target.chmod(runs ? 0o555 : 0o444);
    } finally {
      await target.close();
    }
    const sha256 = hash.digest("hex");
    const name = contentName(sha256, runs);
    await rename(fresh, join(this.#dir, name));
    this.#bytes.set(name, diskBytes(size));
    return { sha256, from: join(this.#dir, name) };
  }

  /** What each content uses on the disk. */
  sizes(): Map<string, number> {
    const sizes = new Map<string, number>();
    for (const [name, bytes] of this.#bytes) {
      const sha256 = name.slice(0, 64);
      sizes.set(sha256, (sizes.get(sha256) ?? 0) + bytes);
    }
    return sizes;
  }
}
