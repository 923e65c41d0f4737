import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import { onceMade } from "../errors/in-doubt.ts";
import { messageOf } from "../errors/platform-error.ts";
import type { Bot, Run } from "../model/model.ts";
import { newTrace, type Trace, traceFields } from "../model/trace.ts";
import type { Collector, Maskers } from "../output/index.ts";
import {
  type Isolation,
  type Launcher,
  type LiveLaunch,
  PackageCorruptError,
  type PlannedLaunch,
  type UserProcesses,
} from "../processes/index.ts";
import { variableOf } from "../settings/quotas.ts";
import type { Settings } from "../settings/settings.ts";
import type { EngineStore, Once } from "../store/index.ts";
import { type Active, ActiveRuns, active } from "./active-runs.ts";
import { Admission } from "./admission.ts";
import { missed, missedWhileDown, newRun, type Ripe, tickRows } from "./due-ticks.ts";
import { RunEnds } from "./run-end.ts";
import { canceled, type Outcome, timedOut } from "./run-outcome.ts";

export interface RunsOptions {
  store: EngineStore;
  /** For what a request waits for. */
  asked: Pick<EngineStore, "getRun" | "addRun" | "changeRun">;
  isolation: Isolation;
  launcher: Launcher;
  collector: Collector;
  maskers: Maskers;
  processes: UserProcesses;
  settings: Settings;
  clock: Clock;
  log: Logger;
  /** Called when the package of a scheduled bot is missing or differs from the upload. */
  onCorrupt(botId: string, detail: string): void;
}

/** Executes the runs of scheduled bots, one at a time per bot. */
export class Runs {
  readonly #options: RunsOptions;
  readonly #admission: Admission;
  readonly #ends: RunEnds;
  readonly #active = new ActiveRuns();
  /** Starts and ends in progress. */
  readonly #busy = new Set<Promise<void>>();
  #closed = false;

  constructor(options: RunsOptions) {
    this.#options = options;
    this.#admission = new Admission(options.settings.startsAtOnce);
    this.#ends = new RunEnds(options);
  }

  /** Records the ticks of many schedules in one commit, then starts the due runs. */
  async take(ripe: readonly Ripe[], now: Date): Promise<void> {
    const { rows, starting: due } = tickRows(ripe, now, (botId) => this.#active.of(botId).length > 0);
    const canStart = this.#options.isolation.obstacle === undefined;
    const starting = due.map(({ bot, run }) => {
      const taken = active(bot, run, true);
      const planned =
        canStart && this.#mayStart(taken) ? this.#options.launcher.plan(bot, "run", { run }) : undefined;
      return { active: taken, planned };
    });
    // Registered before the commit, so that a run by hand requested meanwhile waits behind them.
    for (const { active } of starting) this.#active.push(active);
    let added: ReadonlySet<string>;
    try {
      added = await this.#options.store.settleTicks({
        rows,
        launches: starting.flatMap(({ planned }) => planned?.stored ?? []),
        schedules: ripe.map(({ bot }) => ({ botId: bot.bot_id, settledUntil: now.toISOString() })),
      });
    } catch (error) {
      for (const { active } of starting) this.#remove(active);
      throw error;
    }
    for (const { active, planned } of starting) {
      // The tick already has a row: its run was started before.
      if (!added.has(active.run.id)) this.#remove(active);
      else if (planned) this.#track(this.#start(active, planned));
      else {
        active.started = false;
        this.#startNext(active.bot.bot_id);
      }
    }
  }

  /** Queues a run by hand after the bot's other runs. */
  async byHand(bot: Bot, once?: Once, trace: Trace = newTrace()): Promise<Run> {
    const run = { ...newRun(bot, this.#options.clock.now()), ...traceFields(trace) };
    const { store, asked } = this.#options;
    const enqueue = () => this.#enqueue(active(bot, run, false));
    await asked.addRun(run, once).catch((error) => {
      onceMade(error, async () => (await store.getRun(run.id)) && enqueue());
      throw error;
    });
    enqueue();
    return run;
  }

  /**
   * Resumes a run that an earlier platform process queued: records it as canceled, as missed if the platform was down
   * for longer than its start deadline, or queues it.
   * @param aliveUntil the last time at which an earlier platform process is known to have worked
   */
  async resume(bot: Bot, run: Run, aliveUntil: Date): Promise<void> {
    const now = this.#options.clock.now();
    const end =
      run.ended_by === "cancel"
        ? ({ status: "canceled", finished_at: now.toISOString() } as const)
        : missedWhileDown(bot, run, aliveUntil, now);
    if (end) return this.#options.store.changeRun(run.id, end);
    this.#enqueue(active(bot, { ...run, status: "queued" }, false));
  }

  /** Takes over a run whose process an earlier platform process started. */
  adopt(bot: Bot, run: Run, live: LiveLaunch): void {
    const startedAt = run.started_at ?? live.stored.createdAt;
    const adopted = active(bot, { ...run, started_at: startedAt }, true);
    this.#options.processes.hold(bot.owner_id, run.id);
    this.#active.push(adopted);
    this.#listen(adopted, live);
    if (run.ended_by !== undefined) void this.#options.launcher.stop(live);
  }

  /** Records a run as lost: its process cannot be found. */
  async lost(run: Run): Promise<void> {
    const change = {
      status: "lost",
      detail: "The process of the run was not found when the platform started.",
      finished_at: this.#now(),
    } as const;
    await this.#options.store.changeRun(run.id, change);
  }

  /** Cancels a run. Returns `undefined` if it has already finished. */
  async cancel(runId: string, once?: Once): Promise<Run | undefined> {
    const { asked } = this.#options;
    const run = await asked.getRun(runId);
    const active = run && this.#active.of(run.bot_id).find((one) => one.run.id === runId);
    if (!active) return undefined;
    await this.#cancel(active, once);
    return asked.getRun(runId);
  }

  /** Number of runs that wait for another run or process, or for their start. */
  get waiting(): number {
    return this.#active.waiting;
  }

  liveOf(botId: string): LiveLaunch | undefined {
    return this.#active.of(botId).find(({ live }) => live)?.live;
  }

  /** Cancels all queued and running runs of a bot. Resolves when they have finished. */
  async cancelAll(botId: string): Promise<void> {
    const all = [...this.#active.of(botId)];
    for (const active of all.reverse()) await this.#cancel(active);
    await Promise.all(all.map(({ over }) => over.promise));
  }

  /** Starts waiting runs now that bots can be started. */
  canStart(): void {
    for (const botId of this.#active.botIds()) this.#startNext(botId);
  }

  /** Leaves running runs to the next platform process. Resolves when no start or end is in progress. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#ends.close();
    for (const botId of this.#active.botIds()) for (const { disarm } of this.#active.of(botId)) disarm?.();
    while (this.#busy.size > 0) await Promise.all(this.#busy);
  }

  #track(work: Promise<void>): void {
    const done = work.finally(() => this.#busy.delete(done));
    this.#busy.add(done);
  }

  async #cancel(active: Active, once?: Once): Promise<void> {
    const { asked } = this.#options;
    if (active.run.ended_by !== undefined) return;
    Object.assign(active.run, canceled);
    try {
      await asked.changeRun(active.run.id, canceled, once);
    } catch (error) {
      // A repeated request cancels it, unless it turns out that this one has.
      delete active.run.ended_by;
      onceMade(error, () => {
        Object.assign(active.run, canceled);
        return this.#endCanceled(active);
      });
      throw error;
    }
    await this.#endCanceled(active);
  }

  async #endCanceled(active: Active): Promise<void> {
    const { launcher } = this.#options;
    if (active.live) void launcher.stop(active.live);
    // A start in progress sees `ended_by` and ends the run.
    else if (!active.started) {
      await this.#finish(active, { status: "canceled", ...canceled, finished_at: this.#now() });
    }
  }

  #enqueue(active: Active): void {
    this.#active.push(active);
    this.#startNext(active.bot.bot_id);
  }

  #startNext(botId: string): void {
    const [next] = this.#active.of(botId);
    if (!next || next.started || this.#closed) return;
    const { isolation, launcher, store } = this.#options;
    const { obstacle } = isolation;
    if (obstacle !== undefined) {
      this.#missWhenLate(next, obstacle);
      return;
    }
    if (!this.#mayStart(next)) return;
    next.disarm?.();
    next.started = true;
    const planned = launcher.plan(next.bot, "run", { run: next.run });
    void store
      .addLaunch(planned.stored)
      .then(() => this.#start(next, planned))
      .catch((error) =>
        this.#finish(next, { status: "error", detail: messageOf(error), finished_at: this.#now() }),
      );
  }

  /** Whether the user may have one more process. Otherwise the run is started once that is so. */
  #mayStart(active: Active): boolean {
    const { processes, collector, settings } = this.#options;
    const { bot, run } = active;
    if (processes.enter(bot.owner_id, run.id, () => this.#startNext(bot.bot_id))) return true;
    const why = `The run waits for a process of the user to end: a user may have ${settings.userProcesses} at the same time (${variableOf("processes")}).`;
    if (!active.waits) collector.remark(bot.bot_id, why, { level: "warn", runId: run.id });
    active.waits = true;
    return false;
  }

  /** While no bot can be started, a run by hand waits; a tick is recorded as missed after its start deadline. */
  #missWhenLate(active: Active, why: string): void {
    const { clock } = this.#options;
    const { run } = active;
    if (run.ended_by !== undefined) {
      active.started = true;
      const outcome = { status: "canceled", ...canceled, finished_at: this.#now() } as const;
      this.#track(this.#finish(active, outcome));
      return;
    }
    if (run.tick === undefined || active.disarm) return;
    const tick = new Date(run.tick);
    const left = tick.getTime() + active.bot.start_deadline_seconds * 1000 - clock.now().getTime();
    active.disarm = clock.after(Math.max(0, left), () => {
      if (active.started || this.#closed || run.ended_by !== undefined) return;
      active.started = true;
      this.#track(this.#finish(active, missed(active.bot, tick, clock.now(), why)));
    });
  }

  async #start(active: Active, planned: PlannedLaunch): Promise<void> {
    const { launcher, log } = this.#options;
    try {
      const live = await this.#admission.through(async () => {
        // The run was canceled or the platform is stopping.
        if (this.#closed || active.run.ended_by !== undefined) return undefined;
        return launcher.start(planned);
      });
      if (this.#closed && !live) return;
      if (live) this.#listen(active, live);
      else {
        await launcher.discard(planned.stored);
        await this.#finish(active, { status: "canceled", ...canceled, finished_at: this.#now() });
      }
    } catch (error) {
      log.warn({ err: error, run: active.run.id }, "A run could not be started.");
      await launcher.discard(planned.stored);
      const detail = messageOf(error);
      if (error instanceof PackageCorruptError) this.#options.onCorrupt(active.bot.bot_id, detail);
      await this.#finish(active, { status: "error", detail, finished_at: this.#now() });
    }
  }

  #listen(active: Active, live: LiveLaunch): void {
    const { clock, store, collector, launcher, log } = this.#options;
    const { run, bot } = active;
    active.live = live;
    const isNew = run.started_at === undefined;
    run.status = "running";
    run.started_at ??= clock.now().toISOString();
    const { started_at: startedAt } = run;
    if (isNew) collector.remark(bot.bot_id, `Run started: version ${run.version}.`, { runId: run.id });
    // Not awaited, so that the next run can start; a row that still says `queued` is handled as well.
    void store
      .changeRun(run.id, { status: "running", started_at: startedAt })
      .catch((error) => log.error({ err: error, run: run.id }, "The row of a run could not be written."));
    const left = Date.parse(startedAt) + bot.timeout_seconds * 1000 - clock.now().getTime();
    active.disarm = clock.after(Math.max(0, left), () => void this.#timeOut(active, live));
    void live.launch.ended.then((exit) => {
      active.disarm?.();
      if (this.#closed) return;
      const finish = (outcome: Outcome, stored?: LiveLaunch) => this.#finish(active, outcome, stored);
      this.#track(this.#ends.afterExit(active, live, exit, finish));
    });
    // The run was canceled during its start.
    if (run.ended_by !== undefined) void launcher.stop(live);
  }

  async #timeOut(active: Active, live: LiveLaunch): Promise<void> {
    const { store, launcher } = this.#options;
    if (active.run.ended_by !== undefined || this.#closed) return;
    const late = timedOut(active.bot.timeout_seconds);
    Object.assign(active.run, late);
    await store.changeRun(active.run.id, late);
    await launcher.stop(live);
  }

  async #finish(active: Active, outcome: Outcome, live?: LiveLaunch): Promise<void> {
    if (!(await this.#ends.store(active.run, outcome, live))) return;
    this.#remove(active);
    active.over.resolve();
  }

  #remove(active: Active): void {
    this.#active.remove(active);
    this.#options.processes.leave(active.bot.owner_id, active.run.id);
    this.#startNext(active.bot.bot_id);
  }

  #now(): string {
    return this.#options.clock.now().toISOString();
  }
}
