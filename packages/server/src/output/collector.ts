import { atMost } from "../clock.ts";
import type { Level } from "../model/model.ts";
import type { NewLine } from "../store/index.ts";
import type { Gathered } from "./gathered.ts";
import { Job, type Source } from "./job.ts";
import { Lane, type LaneOptions } from "./lane.ts";
import { UnreadableMetrics } from "./unreadable-metrics.ts";

export type { Source } from "./job.ts";

export type CollectorOptions = LaneOptions;

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

/** How often to check without a notification, since notifications may be lost. */
const safetyMs = 2_000;

/**
 * Reads the output files of bots, stores their output and publishes it. A bot is always in the same lane, so that its output
 * is stored in order; there are as many lanes as the store can be written to at the same time.
 */
export class Collector {
  readonly #options: CollectorOptions;
  readonly #lanes: readonly Lane[];
  readonly #laneOf = new Map<string, Lane>();
  #nextLane = 0;
  readonly #unreadable = new Map<string, UnreadableMetrics>();
  #disarm: (() => void) | undefined;
  #stopped = false;

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.#lanes = Array.from({ length: options.store.outputLanes }, () => new Lane(options));
  }

  follow(source: Source): Following {
    // The platform is stopping; the next process continues at the stored offsets.
    if (this.#stopped) return { finish: async () => {}, unread: () => 0, close: () => {} };
    const job = new Job(source, this.#options, this.#unreadableOf(source.botId));
    const lane = this.#lane(source.botId);
    job.watch(() => lane.wake(job));
    lane.add(job);
    this.#arm();
    return {
      finish: (failed = false) => {
        job.final = true;
        job.failed = failed;
        lane.wake(job);
        return job.done;
      },
      unread: () => job.unread(),
      close: () => lane.drop(job),
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
  }

  /** Resolves once every remark made so far is stored. */
  async settle(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.settle()));
  }

  /** Stops collecting. Unread output stays in the files. */
  async stop(): Promise<void> {
    this.#tellUnreadable();
    await atMost(2_000, this.settle());
    this.#stopped = true;
    this.#disarm?.();
    await Promise.all(this.#lanes.map((lane) => lane.stop()));
  }

  /** Forgets a bot. */
  forget(botId: string): void {
    this.#unreadable.delete(botId);
    this.#laneOf.delete(botId);
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
    this.#lane(botId).remark(botId, { ...remark, stream: "system", time: now, ingested_at: now }, unreported);
  }

  #lane(botId: string): Lane {
    const known = this.#laneOf.get(botId) ?? this.#lanes[this.#nextLane++ % this.#lanes.length]!;
    this.#laneOf.set(botId, known);
    return known;
  }

  #unreadableOf(botId: string): UnreadableMetrics {
    const known = this.#unreadable.get(botId) ?? new UnreadableMetrics();
    this.#unreadable.set(botId, known);
    return known;
  }

  #arm(): void {
    this.#disarm ??= this.#options.clock.after(safetyMs, () => {
      this.#disarm = undefined;
      for (const lane of this.#lanes) for (const job of lane.jobs) lane.wake(job);
      if (this.#lanes.some(({ jobs }) => jobs.size > 0) && !this.#stopped) this.#arm();
    });
  }
}
