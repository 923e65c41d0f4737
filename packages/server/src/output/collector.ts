import type { Bus } from "../bus.ts";
import { atMost } from "../clock.ts";
import type { Level } from "../model/model.ts";
import type { Batch, EngineStore, NewLine } from "../store/index.ts";
import type { Gathered } from "./gathered.ts";
import { Job, type JobOptions, type Source } from "./job.ts";
import { Outlet } from "./outlet.ts";
import { UnreadableMetrics } from "./unreadable-metrics.ts";

export type { Source } from "./job.ts";

export interface CollectorOptions extends JobOptions {
  store: EngineStore;
  bus: Bus;
}

/** A launch whose output is being collected. */
export interface Following {
  /**
   * Collects the rest after the process has ended. Resolves once all of its output is stored and published.
   *
   * @param failed whether it ended by a failure of its own, so that its last lines may be notes of an exception
   */
  finish(failed?: boolean): Promise<void>;
  /** Bytes of its files that are not stored yet. */
  unread(): number;
  /** Stops collecting; unread output is left to the next platform process. */
  close(): void;
}

/** Milliseconds of reading per turn, before yielding; storing what was read takes about as long again. */
const turnMs = 2;
/** Maximum number of records per turn. */
const turnRecords = 400;
/** Pause between two turns if nothing is left to read, so that several bots share a transaction. */
const restMs = 5;
/** How often to check without a notification, since notifications may be lost. */
const safetyMs = 2_000;

/** Reads the output files of bots, stores their output and publishes it. All bots take turns. */
export class Collector {
  readonly #options: CollectorOptions;
  readonly #outlet: Outlet;
  readonly #jobs = new Set<Job>();
  readonly #awake = new Set<Job>();
  readonly #remarks = new Map<string, Gathered>();
  readonly #unreadable = new Map<string, UnreadableMetrics>();
  /** Resolves with the turn that stores the remarks made so far. */
  #told: { promise: Promise<void>; resolve(): void } | undefined;
  #planned = false;
  #running: Promise<void> = Promise.resolve();
  #lastTurn = 0;
  /** The last turn left something unread, so the next one starts without a pause. */
  #hurry = false;
  #disarm: (() => void) | undefined;
  #stopped = false;

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.#outlet = new Outlet(options);
  }

  follow(source: Source): Following {
    // The platform is stopping; the next process continues at the stored offsets.
    if (this.#stopped) return { finish: async () => {}, unread: () => 0, close: () => {} };
    const job = new Job(source, this.#options, this.#unreadableOf(source.botId));
    job.watch(() => this.#wake(job));
    this.#jobs.add(job);
    this.#wake(job);
    this.#arm();
    return {
      finish: (failed = false) => {
        job.final = true;
        job.failed = failed;
        this.#wake(job);
        return job.done;
      },
      unread: () => job.unread(),
      close: () => this.#drop(job),
    };
  }

  /** Adds a line of the platform to a bot's log. */
  remark(botId: string, message: string, more: { level?: Level; runId?: string | undefined } = {}): void {
    if (this.#stopped) return;
    this.#remark(botId, {
      ...(more.runId === undefined ? {} : { run_id: more.runId }),
      level: more.level ?? "info",
      message,
    });
    this.#plan();
  }

  /** Resolves once every remark made so far is stored. */
  settle(): Promise<void> {
    if (this.#remarks.size === 0) return this.#running;
    this.#told ??= pending();
    this.#plan();
    return this.#told.promise;
  }

  /** Stops collecting. Unread output stays in the files. */
  async stop(): Promise<void> {
    this.#tellUnreadable();
    await atMost(2_000, this.settle());
    this.#stopped = true;
    this.#outlet.close();
    this.#disarm?.();
    await this.#running;
    for (const job of [...this.#jobs]) this.#drop(job);
  }

  /** Forgets a bot. */
  forget(botId: string): void {
    this.#unreadable.delete(botId);
  }

  /** Reports the dropped metrics that no report has told of; the next process does not know of them. */
  #tellUnreadable(): void {
    for (const [botId, unreadable] of this.#unreadable) {
      const into: Gathered = { lines: [], metrics: [] };
      const report = unreadable.report(this.#options.clock.now().getTime(), into, true);
      if (report) this.#remark(botId, { level: "error", ...report }, into.unreported);
    }
  }

  #remark(botId: string, remark: Omit<NewLine, "stream" | "time" | "ingested_at">, unreported = 0): void {
    const now = this.#options.clock.now().toISOString();
    const into = this.#remarks.get(botId) ?? { lines: [], metrics: [] };
    into.lines.push({ ...remark, stream: "system", time: now, ingested_at: now });
    into.unreported = (into.unreported ?? 0) + unreported;
    this.#remarks.set(botId, into);
  }

  #unreadableOf(botId: string): UnreadableMetrics {
    const known = this.#unreadable.get(botId) ?? new UnreadableMetrics();
    this.#unreadable.set(botId, known);
    return known;
  }

  #wake(job: Job): void {
    if (job.closed) return;
    this.#awake.add(job);
    this.#plan();
  }

  #plan(): void {
    if (this.#planned || this.#stopped) return;
    this.#planned = true;
    const turn = async () => {
      await this.#running;
      this.#planned = false;
      if (this.#stopped) return;
      this.#running = this.#takeTurn().catch((error) => {
        this.#options.log.error({ err: error }, "The output of bots could not be collected; retrying.");
        this.#plan();
      });
    };
    const wait = this.#hurry ? 0 : this.#lastTurn + restMs - performance.now();
    if (wait <= 0) setImmediate(turn);
    else setTimeout(turn, wait);
  }

  #arm(): void {
    this.#disarm ??= this.#options.clock.after(safetyMs, () => {
      this.#disarm = undefined;
      for (const job of this.#jobs) this.#wake(job);
      if (this.#jobs.size > 0 && !this.#stopped) this.#arm();
    });
  }

  async #takeTurn(): Promise<void> {
    const told = this.#told;
    this.#told = undefined;
    const { batches, jobs, finished } = this.#gather();
    if (!(await this.#outlet.store(batches, () => this.#relieve()))) return;
    for (const job of jobs) job.stored();
    for (const job of finished) {
      this.#drop(job);
      job.finished();
    }
    told?.resolve();
    this.#lastTurn = performance.now();
    this.#hurry = this.#awake.size > 0;
    if (this.#awake.size > 0 || this.#remarks.size > 0) this.#plan();
  }

  /**
   * Frees disk space while nothing can be stored. Without it, unread output that has filled the disk would stay, because
   * only storing it makes room.
   */
  async #relieve(): Promise<void> {
    for (const job of [...this.#jobs]) await job.relieve();
  }

  /** Reads what fits in this turn, one piece per bot in rotation. */
  #gather(): { batches: Batch[]; jobs: Job[]; finished: Job[] } {
    const batches = [...this.#remarks].map(([botId, into]) => this.#batchOf(botId, into));
    this.#remarks.clear();
    const gathered = new Map<Job, Gathered>();
    const finished: Job[] = [];
    const end = performance.now() + turnMs;
    let records = 0;
    while (this.#awake.size > 0 && performance.now() < end && records < turnRecords) {
      for (const job of [...this.#awake]) {
        const into = gathered.get(job) ?? { lines: [], metrics: [] };
        gathered.set(job, into);
        const before = into.lines.length + into.metrics.length;
        const left = job.read(into);
        // Moved to the end, so that the next turn begins with the bots that this one did not reach.
        this.#awake.delete(job);
        if (left === "more") this.#awake.add(job);
        else if (left === "nothing" && job.final) finished.push(job);
        records += into.lines.length + into.metrics.length - before;
        if (performance.now() >= end || records >= turnRecords) break;
      }
    }
    const jobs: Job[] = [];
    for (const [job, into] of gathered) {
      job.conclude(into);
      if (into.lines.length + into.metrics.length === 0 && !into.unreported && !job.isFarAhead) continue;
      const { botId, launchId, hasRow } = job.source;
      batches.push({
        ...this.#batchOf(botId, into),
        ...(hasRow && { offsets: { launchId, ...job.offsets } }),
      });
      jobs.push(job);
    }
    return { batches, jobs, finished };
  }

  #batchOf(botId: string, { lines, metrics, unreported }: Gathered): Batch {
    const at = this.#options.clock.now().toISOString();
    return { ...{ botId, lines, metrics }, ...(unreported && { unreported: { metrics: unreported, at } }) };
  }

  #drop(job: Job): void {
    this.#jobs.delete(job);
    this.#awake.delete(job);
    job.close();
  }
}

function pending(): { promise: Promise<void>; resolve(): void } {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
