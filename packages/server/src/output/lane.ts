import { setImmediate as otherWork } from "node:timers/promises";
import type { Bus } from "../bus.ts";
import type { Batch, EngineStore, NewLine } from "../store/index.ts";
import type { Gathered } from "./gathered.ts";
import type { Job, JobOptions } from "./job.ts";
import { Outlet } from "./outlet.ts";

export interface LaneOptions extends JobOptions {
  store: EngineStore;
  bus: Bus;
}

/** Milliseconds of reading at once, before other work; storing what was read takes about as long again. */
const sliceMs = 2;
/** Maximum number of records that are read at once. */
const sliceRecords = 400;
/** Pause between two turns if nothing is left to read, so that several bots share a transaction. */
const restMs = 5;

/** Reads and stores the output of some bots, which take turns. Each turn is one transaction. */
export class Lane {
  readonly #options: LaneOptions;
  readonly #outlet: Outlet;
  readonly #jobs = new Set<Job>();
  readonly #awake = new Set<Job>();
  readonly #remarks = new Map<string, Gathered>();
  /** Resolves with the turn that stores the remarks made so far. */
  #told: { promise: Promise<void>; resolve(): void } | undefined;
  #planned = false;
  #running: Promise<void> = Promise.resolve();
  #lastTurn = 0;
  /** The last turn left something unread, so the next one starts without a pause. */
  #hurry = false;
  #stopped = false;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#outlet = new Outlet(options);
  }

  get jobs(): ReadonlySet<Job> {
    return this.#jobs;
  }

  add(job: Job): void {
    this.#jobs.add(job);
    this.wake(job);
  }

  /** Has a job read in one of the next turns. */
  wake(job: Job): void {
    if (job.closed) return;
    this.#awake.add(job);
    this.#plan();
  }

  drop(job: Job): void {
    this.#jobs.delete(job);
    this.#awake.delete(job);
    job.close();
  }

  /** Stores a line of the platform with the next turn. */
  remark(botId: string, line: NewLine, unreported = 0): void {
    const into = this.#remarks.get(botId) ?? { lines: [], metrics: [] };
    into.lines.push(line);
    into.unreported = (into.unreported ?? 0) + unreported;
    this.#remarks.set(botId, into);
    this.#plan();
  }

  /** Resolves once every remark made so far is stored. */
  settle(): Promise<void> {
    if (this.#remarks.size === 0) return this.#running;
    this.#told ??= pending();
    this.#plan();
    return this.#told.promise;
  }

  /** Takes no further turn. Unread output stays in the files. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#outlet.close();
    await this.#running;
    for (const job of [...this.#jobs]) this.drop(job);
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

  async #takeTurn(): Promise<void> {
    const told = this.#told;
    this.#told = undefined;
    const { batches, jobs, finished } = await this.#gather();
    if (!(await this.#outlet.store(batches, () => this.#relieve()))) return;
    for (const job of jobs) job.stored();
    for (const job of finished) {
      this.drop(job);
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
  async #gather(): Promise<{ batches: Batch[]; jobs: Job[]; finished: ReadonlySet<Job> }> {
    const batches = [...this.#remarks].map(([botId, into]) => this.#batchOf(botId, into));
    this.#remarks.clear();
    const gathered = new Map<Job, Gathered>();
    const finished = new Set<Job>();
    for (let slice = 0; slice < this.#options.store.outputSlices && this.#awake.size > 0; slice++) {
      if (slice > 0) await otherWork();
      if (!this.#stopped) this.#readSlice(gathered, finished);
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

  #readSlice(gathered: Map<Job, Gathered>, finished: Set<Job>): void {
    const end = performance.now() + sliceMs;
    let records = 0;
    while (this.#awake.size > 0 && performance.now() < end && records < sliceRecords) {
      for (const job of [...this.#awake]) {
        const into = gathered.get(job) ?? { lines: [], metrics: [] };
        gathered.set(job, into);
        const before = into.lines.length + into.metrics.length;
        const left = job.read(into);
        // Moved to the end, so that the next turn begins with the bots that this one did not reach.
        this.#awake.delete(job);
        if (left === "more") this.#awake.add(job);
        if (left === "nothing" && job.final) finished.add(job);
        else finished.delete(job);
        records += into.lines.length + into.metrics.length - before;
        if (performance.now() >= end || records >= sliceRecords) break;
      }
    }
  }

  #batchOf(botId: string, { lines, metrics, unreported }: Gathered): Batch {
    const at = this.#options.clock.now().toISOString();
    return { ...{ botId, lines, metrics }, ...(unreported && { unreported: { metrics: unreported, at } }) };
  }
}

function pending(): { promise: Promise<void>; resolve(): void } {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
