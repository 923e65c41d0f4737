import { constants, lstatSync } from "node:fs";
import { chmod, copyFile, open, rm } from "node:fs/promises";
import { isElf, magicBytes } from "../binaries/binary.ts";
import type { ListedFile } from "../files/list-line.ts";
import { settle } from "./durable.ts";
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
  readonly #copy: string;
  readonly #sizes = new Map<string, Sizes>();

  /** @param copy a path that nothing else uses, on the same file system: copies are written there before they are moved into the store */
  constructor(dir: string, copy: string) {
    this.#dir = dir;
    this.#copy = copy;
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

  /**
   * What a content uses on the disk that its user sends without a path and needs with this mode. Depends on no file that others
   * have in the store: it would tell what they have.
   */
  async diskBytes({ sha256, executable, bytes }: ListedFile): Promise<number> {
    const isCopied = executable && !(await isNative(contentFile(this.#dir, sha256, true)));
    return diskBytes(bytes) * (isCopied ? 2 : 1);
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
    await copyDurably({ from: other, over: this.#copy, to: wanted, mode: executable ? 0o555 : 0o444 });
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

/** Two uploads may make the same file at the same time: each moves a complete one of its own. */
async function copyDurably({
  from,
  over,
  to,
  mode,
}: Record<"from" | "over" | "to", string> & { mode: number }) {
  try {
    await copyFile(from, over, constants.COPYFILE_EXCL);
    await chmod(over, mode);
    await settle(over, to);
  } finally {
    await rm(over, { force: true });
  }
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
