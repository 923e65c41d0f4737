import { lstatSync } from "node:fs";
import { chmod, copyFile, open, rename, rm } from "node:fs/promises";
import { isElf, magicBytes } from "../binaries/binary.ts";
import type { ListedFile } from "../files/list-line.ts";
import { contentFile, diskBytes } from "./names.ts";
import { sha256OfFile } from "./publish.ts";

/** Sizes of the two files that a content may have; `undefined`: there is none. */
interface Sizes {
  plain: number | undefined;
  executable: number | undefined;
}

/** The contents in a store, each of which is looked at once. Waits for no look: many take a tenth of the time then. */
export class Contents {
  readonly #dir: string;
  readonly #sizes = new Map<string, Sizes>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Returns the size of a content, or `undefined` if the store does not have it. */
  sizeOf(sha256: string): number | undefined {
    const { plain, executable } = this.#look(sha256);
    return plain ?? executable;
  }

  /** Reads a content that the store has, and returns whether it is not damaged. */
  async isWhole(sha256: string): Promise<boolean> {
    const isExecutable = this.#look(sha256).plain === undefined;
    return (await sha256OfFile(contentFile(this.#dir, sha256, isExecutable))) === sha256;
  }

  /** What a content uses on the disk, with both modes. */
  diskBytes(sha256: string): number {
    const { plain, executable } = this.#look(sha256);
    return [plain, executable].reduce<number>(
      (sum, size) => sum + (size === undefined ? 0 : diskBytes(size)),
      0,
    );
  }

  /**
   * Returns the file that a package needs, and makes it if the store has the content only with the other mode. Native binaries
   * are always executable.
   */
  async provide({ sha256, executable }: ListedFile): Promise<string> {
    const sizes = this.#look(sha256);
    const wanted = contentFile(this.#dir, sha256, executable);
    if ((executable ? sizes.executable : sizes.plain) !== undefined) return wanted;
    const other = contentFile(this.#dir, sha256, !executable);
    if (!executable && (await isNative(other))) return other;
    await copyDurably(other, wanted, executable ? 0o555 : 0o444);
    const size = sizes.plain ?? sizes.executable;
    this.#sizes.set(sha256, { plain: size, executable: size });
    return wanted;
  }

  #look(sha256: string): Sizes {
    const known = this.#sizes.get(sha256);
    if (known) return known;
    const [plain, executable] = [false, true].map((mode) => sizeOfFile(contentFile(this.#dir, sha256, mode)));
    const sizes = { plain, executable };
    this.#sizes.set(sha256, sizes);
    return sizes;
  }
}

function sizeOfFile(path: string): number | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : undefined;
}

async function copyDurably(from: string, to: string, mode: number): Promise<void> {
  const fresh = `${to}.partial`;
  await rm(fresh, { force: true });
  await copyFile(from, fresh);
  await chmod(fresh, mode);
  const file = await open(fresh, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, to);
}

async function isNative(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(magicBytes), 0, magicBytes, 0);
    return isElf(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
