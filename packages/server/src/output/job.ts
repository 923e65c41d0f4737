import { setImmediate as otherWork } from "node:timers/promises";
import { freeIngested, type LaunchFiles, watchGrowth } from "@botyard/runtime";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { Gathered } from "./gathered.ts";
import type { Masker } from "./masking/masker.ts";
import { Rate } from "./rate.ts";
import { OutputStream } from "./stream.ts";
import { traceMs } from "./traces.ts";
import type { UnreadableMetrics } from "./unreadable-metrics.ts";

/** A launch whose output is to be collected. */
export interface Source {
  launchId: string;
  botId: string;
  runId?: string | undefined;
  files: LaunchFiles;
  /** Bytes of each file that are stored already. */
  offsets: Offsets;
  masker: Masker;
  /** When collecting stopped before; the rate limit applies to the time since then. */
  unheardSince?: Date;
  /** Unread limit of one stream, in bytes (default: that of the options). */
  unreadBytes?: number;
  /** Whether the launch has a row that stores the offsets. */
  hasRow: boolean;
  /** Called with the stored offsets after each transaction. */
  onStored?(offsets: Offsets): void;
}

export interface Offsets {
  stdout: number;
  stderr: number;
}

export interface JobOptions {
  clock: Clock;
  log: Logger;
  logRate: number;
  logBurst: number;
  lineBytes: number;
  unreadBytes: number;
}

const farBytes = 8 * 1024 * 1024;

/** Collects the output of one launch. */
export class Job {
  readonly source: Source;
  readonly #options: JobOptions;
  readonly #rate: Rate;
  readonly #unreadable: UnreadableMetrics;
  #streams: { stdout: OutputStream; stderr: OutputStream };
  /** Everything before these offsets is stored. */
  #stored: Offsets;
  #unwatch: (() => void)[] = [];
  #wake = () => {};
  #disarm: (() => void) | undefined;
  #settle!: () => void;
  /** True once the process has ended: nothing more will be written. */
  final = false;
  /** True if it ended by a failure of its own. */
  failed = false;
  closed = false;
  /** Resolves once everything is stored and published. */
  readonly done = new Promise<void>((resolve) => {
    this.#settle = resolve;
  });

  /** @param unreadable shared by all launches of the bot */
  constructor(source: Source, options: JobOptions, unreadable: UnreadableMetrics) {
    this.source = source;
    this.#options = options;
    this.#unreadable = unreadable;
    const since = source.unheardSince ?? options.clock.now();
    this.#rate = new Rate(options.logRate, options.logBurst, since.getTime());
    this.#stored = source.offsets;
    this.#streams = this.#open();
  }

  /** Calls `wake` when one of the files grows, or when an open record is due. */
  watch(wake: () => void): void {
    this.#wake = wake;
    const { stdout, stderr } = this.source.files;
    this.#unwatch = [stdout, stderr].map((path) => watchGrowth(path, wake));
  }

  /** The offsets up to which the files are gathered. */
  get offsets(): Offsets {
    return { stdout: this.#streams.stdout.offset, stderr: this.#streams.stderr.offset };
  }

  /** Bytes of the files that were not read yet. */
  unread(): number {
    return this.closed ? 0 : this.#streams.stdout.unread() + this.#streams.stderr.unread();
  }

  /** Reads one piece of each stream. Returns whether more is left. */
  read(into: Gathered): "more" | "nothing" | "unreadable" {
    const { clock, log } = this.#options;
    const now = clock.now();
    try {
      const ofStdout = this.#streams.stdout.gather(into, now, this.final, this.failed);
      const ofStderr = this.#streams.stderr.gather(into, now, this.final, this.failed);
      this.#arm();
      if (ofStdout || ofStderr) return "more";
      this.#rate.rest(now.getTime());
      return "nothing";
    } catch (error) {
      log.error(
        { err: error, launch: this.source.launchId },
        "The output of a bot cannot be read; retrying.",
      );
      // Read again from the stored offsets.
      into.lines.length = 0;
      into.metrics.length = 0;
      this.#unreadable.undo(into);
      this.#closeStreams();
      this.#streams = this.#open();
      return "unreadable";
    }
  }

  /** Whether so much was read and passed over, such as the states of a progress bar, that its disk space is worth freeing. */
  get isFarAhead(): boolean {
    const { stdout, stderr } = this.offsets;
    return this.source.hasRow && stdout - this.#stored.stdout + stderr - this.#stored.stderr >= farBytes;
  }

  /** Call before the gathered output is stored. */
  conclude(into: Gathered): void {
    const now = this.#options.clock.now();
    this.#streams.stdout.conclude(into, now);
    this.#streams.stderr.conclude(into, now);
  }

  /** Call after the gathered output was stored. */
  stored(): void {
    this.#stored = this.offsets;
    this.#streams.stdout.takeUnneeded();
    this.#streams.stderr.takeUnneeded();
    this.source.onStored?.(this.#stored);
  }

  /** Drops and counts what exceeds the unread limit, and frees its disk space. */
  async relieve(): Promise<void> {
    for (const name of ["stdout", "stderr"] as const) {
      try {
        while (!this.closed && this.#streams[name].drop()) await otherWork();
        for (const { from, to } of this.#streams[name].takeUnneeded())
          await freeIngested(this.source.files[name], to, from);
      } catch (error) {
        this.#options.log.warn({ err: error }, "The disk space of unread output could not be freed.");
      }
    }
  }

  finished(): void {
    this.close();
    this.#settle();
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    for (const stop of this.#unwatch) stop();
    this.#disarm?.();
    this.#closeStreams();
  }

  #open(): { stdout: OutputStream; stderr: OutputStream } {
    const { files, runId, masker } = this.source;
    const { lineBytes } = this.#options;
    const { unreadBytes = this.#options.unreadBytes } = this.source;
    const shared = { runId, masker, rate: this.#rate, lineBytes, unreadBytes, unreadable: this.#unreadable };
    const open = (stream: "stdout" | "stderr") =>
      new OutputStream({ ...shared, stream, path: files[stream], offset: this.#stored[stream] });
    return { stdout: open("stdout"), stderr: open("stderr") };
  }

  #arm(): void {
    const { stdout, stderr } = this.#streams;
    if (this.closed || !(stdout.isOpen || stderr.isOpen)) return;
    this.#disarm ??= this.#options.clock.after(traceMs + 10, () => {
      this.#disarm = undefined;
      this.#wake();
    });
  }

  #closeStreams(): void {
    this.#streams.stdout.close();
    this.#streams.stderr.close();
  }
}
