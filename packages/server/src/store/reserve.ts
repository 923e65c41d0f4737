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

/** Free space is looked at that often even when nobody asks. */
const restMs = 2_000;
/** A small disk is not given away for it: an eighth at most. */
const shareOfDisk = 8;

export interface ReserveOptions {
  dataDir: string;
  /** Bytes; 0 is none. */
  bytes: number;
  log?: Logger | undefined;
  /** There is hardly any room left: the last moment for whatever needs some. */
  onLow(): void;
}

const keptIn = (dataDir: string) => join(dataDir, "reserve");

/** What an earlier platform process kept is there for this one's start. While one runs there is nothing to give up. */
export function giveUpReserve(dataDir: string): void {
  rmSync(keptIn(dataDir), { force: true });
}

/** Nothing more is taken in while the disk is nearly full. */
export class DiskLowError extends Error {
  readonly code = "ENOSPC";
  constructor() {
    super("The disk is nearly full; what is left is kept for stopping and deleting bots.");
    this.name = "DiskLowError";
  }
}

/**
 * Room for the commits that a full disk must not stop: stopping and deleting bots, the ends of runs, ticks. The
 * database's write-ahead log has it from the start, as a tail of zeros that SQLite writes over: a file put aside and
 * given up when needed would go to the very bot that is filling the disk. SQLite never shortens that file while it is
 * open; between two platform processes the room is kept under a name of its own.
 */
export class Reserve {
  readonly #options: ReserveOptions;
  readonly #bytes: number;
  readonly #timer: NodeJS.Timeout | undefined;
  #isLow = false;

  /** The database is open and has a write-ahead log. */
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

  /** True while hardly anything is free: what would add data is refused, and the bots' output waits in its files. */
  get isLow(): boolean {
    // Asked anew each time, for some microseconds: a bot can fill a disk in a tenth of a second.
    if (this.#bytes > 0) this.#look();
    return this.#isLow;
  }

  /** Keeps the room for the next platform process: SQLite removes its log when the last connection closes. */
  beforeClose(): void {
    clearInterval(this.#timer);
    if (this.#bytes === 0) return;
    try {
      linkSync(this.#log, this.#kept);
    } catch (error) {
      this.#options.log?.debug({ err: error }, "The reserve of the disk is not kept until the next start.");
    }
  }

  /** A log that had grown beyond the reserve gives the rest back. */
  afterClose(): void {
    if (this.#bytes === 0) return;
    try {
      // SQLite leaves its log where the database could not take all of it: for want of room, or because another program
      // has it open. Then what was kept is no spare room, but the log itself under a second name.
      if (existsSync(this.#log)) rmSync(this.#kept, { force: true });
      else truncateSync(this.#kept, this.#bytes);
    } catch {
      // It was not kept.
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
        // It came too late; the reserve holds that as well.
      }
      log?.error(
        { dir: dataDir, free },
        "The disk is nearly full: bots can be stopped and deleted, nothing new is taken in, and output waits in its files.",
      );
    } else if (this.#isLow && free >= this.#bytes + this.#missing()) {
      this.#fill();
      this.#isLow = false;
      log?.info({ dir: dataDir, free }, "The disk has room again: everything is taken in as before.");
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

  /** In one go: SQLite writes to the same file, on the same thread. Ends early where the disk does. */
  #fill(): void {
    const file = openSync(this.#log, "r+");
    const zeros = Buffer.alloc(1024 * 1024);
    try {
      for (let at = fstatSync(file).size; at < this.#bytes; ) {
        at += writeSync(file, zeros, 0, Math.min(zeros.length, this.#bytes - at), at);
      }
    } catch (error) {
      this.#options.log?.warn({ err: error }, "The disk has no room for the whole reserve.");
    } finally {
      closeSync(file);
    }
  }
}
