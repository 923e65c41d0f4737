import {
  type BigIntStats,
  chmodSync,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  type OpenDirOptions,
  opendirSync,
  openSync,
} from "node:fs";

/** O_PATH, which Node does not name: a folder as a place, whatever its mode. */
const asPlace = 0o10000000 | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** Descriptors that one descent holds at most, however deep it is. */
const mostOpen = 8;
// Names as bytes, which need not be UTF-8.
const asBytes = { encoding: "buffer", bufferSize: 512 } as unknown as OpenDirOptions;

export type Entry = Dirent<Buffer>;

interface Level {
  fd: number | undefined;
  dev: bigint;
  ino: bigint;
}

/** What the owner's mode of folders must permit; where it does not, it is changed if the platform is the owner. */
export const needs = { nothing: 0n, reading: 0o500n, changing: 0o700n };

/** A folder was moved while it was being read. */
export class FolderMovedError extends Error {
  readonly code = "EAGAIN_MOVED";
  constructor() {
    super("a folder was moved while it was being read");
    this.name = "FolderMovedError";
  }
}

/**
 * The way down into folders that a bot has made: by descriptors, so that paths can be longer than the kernel accepts,
 * names need not be UTF-8, and no folder can be replaced by a link on the way. Blocks the thread.
 */
export class Descent {
  readonly #levels: Level[] = [];
  readonly #needs: bigint;

  private constructor(need: bigint) {
    this.#needs = need;
  }

  /** Starts at a folder. Returns `undefined` if there is none. */
  static into(path: string | Uint8Array, need: bigint): Descent | undefined {
    const descent = new Descent(need);
    return descent.#enter(path) === undefined ? undefined : descent;
  }

  /** A path of the current folder that does not depend on its name. */
  get here(): string {
    return `/proc/self/fd/${this.#levels.at(-1)!.fd}`;
  }

  /** Returns a path of an entry. */
  path(name: Buffer): Buffer {
    return Buffer.concat([Buffer.from(`${this.here}/`), name]);
  }

  /** Reads the current folder. */
  *entries(): Generator<Entry> {
    const dir = opendirSync(this.here, asBytes);
    try {
      for (let entry = dir.readSync(); entry; entry = dir.readSync()) yield entry as unknown as Entry;
    } finally {
      dir.closeSync();
    }
  }

  /** Goes into a folder of this one. Returns `undefined` if it is gone, or is no folder any more. */
  enter(name: Buffer): BigIntStats | undefined {
    return this.#enter(this.path(name));
  }

  /** Goes back to the folder above. */
  leave(): void {
    const above = this.#levels.at(-2);
    if (above && above.fd === undefined) above.fd = this.#openAbove(above);
    closeSync(this.#levels.pop()!.fd!);
  }

  close(): void {
    for (const { fd } of this.#levels.splice(0)) if (fd !== undefined) closeSync(fd);
  }

  #enter(path: string | Uint8Array): BigIntStats | undefined {
    const fd = openedOr(path);
    if (fd === undefined) return undefined;
    let stats: BigIntStats;
    try {
      stats = fstatSync(fd, { bigint: true });
      this.#unlock(fd, stats);
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    this.#levels.push({ fd, dev: stats.dev, ino: stats.ino });
    const far = this.#levels.at(-1 - mostOpen);
    if (far?.fd !== undefined) {
      closeSync(far.fd);
      far.fd = undefined;
    }
    return stats;
  }

  /** A bot that runs as the platform's user may hide folders from it, or make them read-only. */
  #unlock(fd: number, { uid, mode }: BigIntStats): void {
    const user = process.geteuid?.() ?? 0;
    if (user === 0 || uid !== BigInt(user) || (mode & this.#needs) === this.#needs) return;
    chmodSync(`/proc/self/fd/${fd}`, Number(mode & 0o777n) | 0o700);
  }

  #openAbove({ dev, ino }: Level): number {
    const fd = openSync(`${this.here}/..`, asPlace);
    const found = fstatSync(fd, { bigint: true });
    if (found.dev === dev && found.ino === ino) return fd;
    closeSync(fd);
    throw new FolderMovedError();
  }
}

function openedOr(path: string | Uint8Array): number | undefined {
  try {
    return openSync(path as string | Buffer, asPlace);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Whether an entry was removed or replaced meanwhile, which a bot may do at any time. */
export function isGone(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ELOOP", "ESTALE"].includes((error as NodeJS.ErrnoException).code ?? "");
}
