import type { Exit } from "@botyard/runtime";
import type { Logger } from "pino";
import { isDiskFull } from "../errors.ts";
import type { Bot, Run } from "../model.ts";
import type { Settings } from "../settings.ts";
import type { Store } from "../store/database.ts";
import { insertLaunches, updateLaunch } from "../store/launches.ts";
import { getRun, insertRuns, updateRun } from "../store/runs.ts";
import { settleSchedule } from "../store/supervision.ts";
import type { Writes } from "../store/writes.ts";
import { Admission } from "./admission.ts";
import { type Clock, pause } from "./clock.ts";
import type { Collector } from "./collector/collector.ts";
import { startDeadlineMs } from "./due-ticks.ts";
import { describeExit } from "./endings.ts";
import type { Isolation } from "./isolation.ts";
import type { Launcher, LiveLaunch, PlannedLaunch } from "./launcher.ts";
import { PackageCorruptError } from "./packages.ts";
import {
  canceledDetail,
  type Outcome,
  runOutcome,
  timedOutDetail,
  withoutLargeResult,
} from "./run-outcome.ts";
import type { Secrets } from "./secrets.ts";
import { missedDetail, newRun, type Ripe, tickRows } from "./tick-rows.ts";

export interface RunsOptions {
  store: Store;
  isolation: Isolation;
  writes: Writes;
  launcher: Launcher;
  collector: Collector;
  secrets: Secrets;
  settings: Settings;
  clock: Clock;
  log: Logger;
  /** The package of a scheduled bot is not what was uploaded. */
  onCorrupt(botId: string, detail: string): void;
}

/** How soon a run that ends notices that what it wrote can not be stored. */
const lowCheckMs = 500;

/** A run that is not over. */
interface Active {
  bot: Bot;
  run: Run;
  /** Its start is under way or done. */
  started: boolean;
  live?: LiveLaunch;
  disarm?: () => void;
  /** Settles when the run is over and its row says so. */
  over: { promise: Promise<void>; resolve(): void };
}

/** Runs of scheduled bots, one at a time for each bot, from their row to their result. */
export class Runs {
  readonly #options: RunsOptions;
  readonly #admission: Admission;
  /** In the order they were asked for: the first is the one that runs or starts. */
  readonly #active = new Map<string, Active[]>();
  /** Starts and ends under way. */
  readonly #busy = new Set<Promise<void>>();
  #closed = false;

  constructor(options: RunsOptions) {
    this.#options = options;
    this.#admission = new Admission(options.settings.startsAtOnce);
  }

  /** Records what became of many schedules in one commit, then starts what is due. */
  async take(ripe: readonly Ripe[], now: Date): Promise<void> {
    const { rows, starting: due } = tickRows(ripe, now, (botId) => this.#active.has(botId));
    const canStart = this.#options.isolation.obstacle === undefined;
    const starting = due.map(({ bot, run }) => ({
      active: { bot, run, started: true, over: settled() } as Active,
      ...(canStart && { planned: this.#options.launcher.plan(bot, "run", { run }) }),
    }));
    // From now on they count as under way: a run by hand that comes during the commit waits behind them.
    for (const { active } of starting) this.#push(active);
    let added = new Set<string>();
    try {
      await this.#options.writes.commit(async (trx) => {
        added = await insertRuns(trx, rows);
        const started = starting.filter(({ active }) => added.has(active.run.id));
        await insertLaunches(
          trx,
          started.flatMap(({ planned }) => planned?.stored ?? []),
        );
        for (const { bot, due } of ripe) {
          await settleSchedule(trx, bot.id, now.toISOString(), due.next?.toISOString());
        }
      });
    } catch (error) {
      for (const { active } of starting) this.#remove(active);
      throw error;
    }
    for (const { active, planned } of starting) {
      // The tick has a row already: it was started before, whoever did it.
      if (!added.has(active.run.id)) this.#remove(active);
      else if (planned) this.#track(this.#start(active, planned));
      else {
        active.started = false;
        this.#startNext(active.bot.id);
      }
    }
  }

  /** Queues a run by hand behind whatever runs. */
  async byHand(bot: Bot): Promise<Run> {
    const run = newRun(bot, this.#options.clock.now());
    await this.#options.writes.commit(async (trx) => void (await insertRuns(trx, [run])));
    this.#enqueue({ bot, run, started: false, over: settled() });
    return run;
  }

  /** A run that was found unstarted: its tick may still be of use. */
  async resume(bot: Bot, run: Run): Promise<void> {
    const age = this.#options.clock.now().getTime() - Date.parse(run.scheduledAt);
    if (run.detail === canceledDetail) {
      const change = { status: "canceled", finishedAt: this.#now() } as const;
      return this.#options.writes.commit((trx) => updateRun(trx, run.id, change));
    }
    if (run.tick !== undefined && age > startDeadlineMs) {
      const change = { status: "missed", detail: missedDetail, finishedAt: this.#now() } as const;
      return this.#options.writes.commit((trx) => updateRun(trx, run.id, change));
    }
    this.#enqueue({ bot, run: { ...run, status: "queued" }, started: false, over: settled() });
  }

  /** A run whose process an earlier platform process started. */
  adopt(bot: Bot, run: Run, live: LiveLaunch): void {
    const startedAt = run.startedAt ?? live.stored.createdAt;
    const active: Active = { bot, run: { ...run, startedAt }, started: true, over: settled() };
    this.#push(active);
    this.#listen(active, live);
    if (run.detail !== undefined) void this.#options.launcher.stop(live);
  }

  /** A run of which nothing is left but its row. */
  async lost(run: Run): Promise<void> {
    const change = {
      status: "lost",
      detail: "The platform found nothing of its process.",
      finishedAt: this.#now(),
    } as const;
    await this.#options.writes.commit((trx) => updateRun(trx, run.id, change));
  }

  /** Ends a run; `undefined` when it is over already. */
  async cancel(runId: string): Promise<Run | undefined> {
    const { store } = this.#options;
    const run = await getRun(store, runId);
    const active = run && this.#active.get(run.botId)?.find((one) => one.run.id === runId);
    if (!active) return undefined;
    await this.#cancel(active);
    return getRun(store, runId);
  }

  /** Ends all runs of a bot, queued and running; resolves when they are over. */
  async cancelAll(botId: string): Promise<void> {
    const all = [...(this.#active.get(botId) ?? [])];
    for (const active of all.reverse()) await this.#cancel(active);
    await Promise.all(all.map(({ over }) => over.promise));
  }

  /** Bots could not be started before, and can be now. */
  canStart(): void {
    for (const botId of [...this.#active.keys()]) this.#startNext(botId);
  }

  /** Leaves running runs to the next platform process; resolves when no start or end is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const all of this.#active.values()) for (const { disarm } of all) disarm?.();
    while (this.#busy.size > 0) await Promise.all(this.#busy);
  }

  #track(work: Promise<void>): void {
    const done = work.finally(() => this.#busy.delete(done));
    this.#busy.add(done);
  }

  async #cancel(active: Active): Promise<void> {
    const { writes, launcher } = this.#options;
    if (active.run.detail !== undefined) return;
    active.run.detail = canceledDetail;
    if (active.live) {
      await writes.commit((trx) => updateRun(trx, active.run.id, { detail: canceledDetail }));
      void launcher.stop(active.live);
    } else if (active.started) {
      // Whoever is starting it sees that it is canceled and ends it.
      await writes.commit((trx) => updateRun(trx, active.run.id, { detail: canceledDetail }));
    } else {
      await this.#finish(active, { status: "canceled", detail: canceledDetail, finishedAt: this.#now() });
    }
  }

  #enqueue(active: Active): void {
    this.#push(active);
    this.#startNext(active.bot.id);
  }

  #startNext(botId: string): void {
    const next = this.#active.get(botId)?.[0];
    if (!next || next.started || this.#closed) return;
    const { isolation, launcher, writes } = this.#options;
    const { obstacle } = isolation;
    if (obstacle !== undefined) {
      this.#missWhenLate(next, obstacle);
      return;
    }
    next.disarm?.();
    next.started = true;
    const planned = launcher.plan(next.bot, "run", { run: next.run });
    void writes
      .commit((trx) => insertLaunches(trx, [planned.stored]))
      .then(() => this.#start(next, planned))
      .catch((error) =>
        this.#finish(next, { status: "error", detail: String(error), finishedAt: this.#now() }),
      );
  }

  /** No bot can be started now. A run by hand waits until one can be, a tick for as long as it is of use. */
  #missWhenLate(active: Active, why: string): void {
    const { clock } = this.#options;
    const { run } = active;
    if (run.detail !== undefined) {
      active.started = true;
      const outcome = { status: "canceled", detail: canceledDetail, finishedAt: this.#now() } as const;
      this.#track(this.#finish(active, outcome));
      return;
    }
    if (run.tick === undefined || active.disarm) return;
    const left = Date.parse(run.tick) + startDeadlineMs - clock.now().getTime();
    active.disarm = clock.after(Math.max(0, left), () => {
      if (active.started || this.#closed || run.detail !== undefined) return;
      active.started = true;
      const detail = `${missedDetail} ${why}`;
      this.#track(this.#finish(active, { status: "missed", detail, finishedAt: this.#now() }));
    });
  }

  async #start(active: Active, planned: PlannedLaunch): Promise<void> {
    const { launcher, log } = this.#options;
    try {
      const live = await this.#admission.through(async () => {
        // Canceled, or the platform is leaving, while it waited for its turn.
        if (this.#closed || active.run.detail !== undefined) return undefined;
        return launcher.start(planned);
      });
      if (this.#closed && !live) return;
      if (live) this.#listen(active, live);
      else {
        await launcher.discard(planned.stored);
        await this.#finish(active, { status: "canceled", detail: canceledDetail, finishedAt: this.#now() });
      }
    } catch (error) {
      log.warn({ err: error, run: active.run.id }, "A run could not be started.");
      await launcher.discard(planned.stored);
      const detail = error instanceof Error ? error.message : String(error);
      if (error instanceof PackageCorruptError) this.#options.onCorrupt(active.bot.id, detail);
      await this.#finish(active, { status: "error", detail, finishedAt: this.#now() });
    }
  }

  #listen(active: Active, live: LiveLaunch): void {
    const { clock, writes, collector, launcher, log } = this.#options;
    const { run, bot } = active;
    active.live = live;
    const isNew = run.startedAt === undefined;
    run.status = "running";
    run.startedAt ??= clock.now().toISOString();
    const { startedAt } = run;
    if (isNew) collector.remark(bot.id, `Run started: version ${run.version}.`, { runId: run.id });
    // Not waited for: the next run in line should start, and a row that still says `queued` is settled all the same.
    void writes
      .commit((trx) => updateRun(trx, run.id, { status: "running", startedAt }))
      .catch((error) => log.error({ err: error, run: run.id }, "The row of a run could not be written."));
    const left = Date.parse(startedAt) + bot.timeoutSeconds * 1000 - clock.now().getTime();
    active.disarm = clock.after(Math.max(0, left), () => void this.#timeOut(active, live));
    void live.launch.ended.then((exit) => {
      active.disarm?.();
      if (!this.#closed) this.#track(this.#settle(active, live, exit));
    });
    // Canceled while it was being started.
    if (run.detail !== undefined) void launcher.stop(live);
  }

  async #timeOut(active: Active, live: LiveLaunch): Promise<void> {
    const { writes, launcher } = this.#options;
    if (active.run.detail !== undefined || this.#closed) return;
    const detail = timedOutDetail(active.bot.timeoutSeconds);
    active.run.detail = detail;
    await writes.commit((trx) => updateRun(trx, active.run.id, { detail }));
    await launcher.stop(live);
  }

  /** Everything the run wrote is stored before it is shown as finished, unless the disk has no room for it. */
  async #settle(active: Active, live: LiveLaunch, exit: Exit): Promise<void> {
    const { store, launcher, collector, secrets, log } = this.#options;
    const { run, bot } = active;
    const level = exit.code === 0 ? "info" : "error";
    let isStored = false;
    const storing = (async () => {
      await launcher.drain(live);
      collector.remark(bot.id, `Run ended. ${describeExit(exit)}`, { level, runId: run.id });
      await collector.settle();
      isStored = true;
    })();
    await this.#unlessLow(storing);
    const judged = runOutcome(run, exit, live.launch.files.result, await secrets.maskerOf(bot));
    // The ends of many runs have room in the reserve of a full disk, their results have not.
    const outcome = store.space.isLow ? withoutLargeResult(judged) : judged;
    // A launch whose output is still to be stored is not over: the next platform process would put it away.
    await this.#finish(active, outcome, isStored ? live : undefined);
    if (!isStored) {
      await storing;
      return launcher.discard({ ...live.stored, endedAt: exit.endedAt.toISOString() });
    }
    await launcher
      .remove(live.stored)
      .catch((error) => log.error({ err: error, launch: live.stored.id }, "A launch could not be removed."));
  }

  /** Waits for output to be stored, while there is room for it. */
  async #unlessLow(storing: Promise<void>): Promise<void> {
    const { store, clock } = this.#options;
    let waits = true;
    const done = () => {
      waits = false;
    };
    void storing.then(done, done);
    while (waits && !store.space.isLow) await Promise.race([storing, pause(clock, lowCheckMs)]);
  }

  async #finish(active: Active, outcome: Outcome, live?: LiveLaunch): Promise<void> {
    const { writes, log, clock } = this.#options;
    const endedAt = outcome.finishedAt ?? this.#now();
    for (;;) {
      try {
        await writes.commit(async (trx) => {
          await updateRun(trx, active.run.id, outcome);
          if (live) await updateLaunch(trx, live.stored.id, { state: "ended", endedAt });
        });
        break;
      } catch (error) {
        log.error(
          { err: error, run: active.run.id },
          "The end of a run can not be stored; the platform tries again.",
        );
        if (this.#closed) return;
        if (isDiskFull(error)) outcome = withoutLargeResult(outcome, 0);
        await new Promise<void>((resolve) => clock.after(1_000, resolve));
      }
    }
    this.#remove(active);
    active.over.resolve();
  }

  #push(active: Active): void {
    this.#active.set(active.bot.id, [...(this.#active.get(active.bot.id) ?? []), active]);
  }

  #remove(active: Active): void {
    const left = (this.#active.get(active.bot.id) ?? []).filter((one) => one !== active);
    if (left.length > 0) this.#active.set(active.bot.id, left);
    else this.#active.delete(active.bot.id);
    this.#startNext(active.bot.id);
  }

  #now(): string {
    return this.#options.clock.now().toISOString();
  }
}

function settled(): { promise: Promise<void>; resolve(): void } {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
