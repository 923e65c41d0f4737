import {
  closeSync,
  existsSync,
  fstatSync,
  linkSync,
  openSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";

/** How often free space is checked in the background. */
const restMs = 2_000;
/** The reserve is at most this fraction (1/8) of the disk. */
const shareOfDisk = 8;

export interface ReserveOptions {
  dataDir: string;
  /** Size of the reserve in bytes; 0 for none. */
  bytes: number;
  log?: Logger | undefined;
  /** Called when the disk is nearly full, for work that still needs space. */
  onLow(): void;
}

const keptIn = (dataDir: string) => join(dataDir, "reserve");

/** Frees the reserve that an earlier platform process kept, so that this one can start on a full disk. */
export function giveUpReserve(dataDir: string): void {
  rmSync(keptIn(dataDir), { force: true });
}

/**
 * Reserves disk space for commits that must work on a full disk: stopping and deleting bots, the ends of runs, ticks.
 * The reserve is a tail of zeros in the database's write-ahead log, which SQLite overwrites. A separate file that is
 * deleted when needed would not do: the bot that is filling the disk would take the freed space. SQLite never shortens
 * the log while it is open; between two platform processes it is kept under another name.
 */
export class Reserve {
  readonly #options: ReserveOptions;
  readonly #bytes: number;
  readonly #timer: NodeJS.Timeout | undefined;
  #isLow = false;

  /** The database must be open and have a write-ahead log. */
  constructor(options: ReserveOptions) {
    this.#options = options;
    giveUpReserve(options.dataDir);
    const { bsize, blocks } = statfsSync(options.dataDir);
    this.#bytes = Math.min(options.bytes, Math.floor((bsize * blocks) / shareOfDisk));
    if (this.#bytes === 0) return;
    this.#fill();
    this.#look();
    this.#timer = setInterval(() => this.#look(), restMs).unref();
  }

  /** True while the disk is nearly full: new data is refused, and the bots' output stays in its files. */
  get isLow(): boolean {
    // Checked on every call, which takes microseconds: a bot can fill a disk in a tenth of a second.
    if (this.#bytes > 0) this.#look();
    return this.#isLow;
  }

  /** Keeps the reserve for the next platform process, since SQLite removes its log when the last connection closes. */
  beforeClose(): void {
    clearInterval(this.#timer);
    if (this.#bytes === 0) return;
    try {
      linkSync(this.#log, this.#kept);
    } catch (error) {
      this.#options.log?.debug({ err: error }, "The disk reserve could not be kept for the next start.");
    }
  }

  /** Truncates a log that had grown beyond the reserve. */
  afterClose(): void {
    if (this.#bytes === 0) return;
    try {
      // SQLite leaves its log in place if it could not write all of it to the database, because the disk is full or
      // another program has it open. The kept file is then the log under a second name and must not be truncated.
      if (existsSync(this.#log)) rmSync(this.#kept, { force: true });
      else truncateSync(this.#kept, this.#bytes);
    } catch {
      // There is no kept file.
    }
  }

  get #kept(): string {
    return keptIn(this.#options.dataDir);
  }

  get #log(): string {
    return join(this.#options.dataDir, "platform.db-wal");
  }

  #look(): void {
    const { dataDir, log, onLow } = this.#options;
    const { bsize, bavail } = statfsSync(dataDir);
    const free = bsize * bavail;
    if (!this.#isLow && free < this.#bytes / 2) {
      this.#isLow = true;
      try {
        onLow();
      } catch {
        // Too late; the reserve has room for this too.
      }
      log?.error(
        { dir: dataDir, free },
        "The disk is nearly full: bots can be stopped and deleted, new data is refused, and output stays in the bots' files.",
      );
    } else if (this.#isLow && free >= this.#bytes + this.#missing()) {
      this.#fill();
      this.#isLow = false;
      log?.info({ dir: dataDir, free }, "The disk has space again: normal operation resumes.");
    }
  }

  #missing(): number {
    const file = openSync(this.#log, "r");
    try {
      return Math.max(0, this.#bytes - fstatSync(file).size);
    } finally {
      closeSync(file);
    }
  }

  /** Synchronous, since SQLite writes to the same file on the same thread. Stops early if the disk is full. */
  #fill(): void {
    const file = openSync(this.#log, "r+");
    const zeros = Buffer.alloc(1024 * 1024);
    try {
      for (let at = fstatSync(file).size; at < this.#bytes; ) {
        at += writeSync(file, zeros, 0, Math.min(zeros.length, this.#bytes - at), at);
      }
    } catch (error) {
      this.#options.log?.warn({ err: error }, "The disk has no space for the whole reserve.");
    } finally {
      closeSync(file);
    }
  }
}
