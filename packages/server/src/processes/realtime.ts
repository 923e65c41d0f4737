import type { Exit } from "@botyard/runtime";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import { messageOf } from "../errors/platform-error.ts";
import type { Bot } from "../model/model.ts";
import { startsAlike } from "../model/starts-alike.ts";
import type { Collector } from "../output/index.ts";
import { removeTemporaryFiles, stateDirOf } from "../state/state.ts";
import type { EngineStore, StatusChange, Supervised } from "../store/index.ts";
import { Actor } from "./actor.ts";
import { afterEnd, type Backoff, freshBackoff, longestDelay, readBackoff } from "./backoff.ts";
import { describeExit } from "./endings.ts";
import type { Isolation } from "./isolation.ts";
import type { Launcher, LiveLaunch } from "./launcher.ts";
import type { QueryServer } from "./query-server.ts";
import { noProcess, notStarted, processEnded, waiting } from "./realtime-changes.ts";
import type { Statuses } from "./statuses.ts";
import type { SupervisedBot } from "./supervised-bot.ts";
import type { UserDisk } from "./user-disk.ts";
import type { UserProcesses } from "./user-processes.ts";

export interface RealtimeOptions {
  store: EngineStore;
  isolation: Isolation;
  launcher: Launcher;
  collector: Collector;
  statuses: Statuses;
  server: QueryServer;
  processes: UserProcesses;
  disk: UserDisk;
  dataDir: string;
  clock: Clock;
  log: Logger;
  /** Called when the bot is deleted. */
  onDeleted(): void;
}

/** Keeps the process of one realtime bot in the state that the user asked for. */
export class RealtimeBot extends Actor implements SupervisedBot {
  readonly #options: RealtimeOptions;
  #live: LiveLaunch | undefined;
  /** Set once the live process has ended. */
  #exit: Exit | undefined;
  #disarm: (() => void) | undefined;
  readonly #putAway = new Set<Promise<void>>();
  readonly #again = () => this.changed();

  constructor(botId: string, options: RealtimeOptions) {
    super(botId, options.log, options.clock);
    this.#options = options;
  }

  get server(): QueryServer {
    return this.#options.server;
  }

  /** Its process, while it has not ended. */
  get live(): LiveLaunch | undefined {
    return this.#exit ? undefined : this.#live;
  }

  /** Takes over a process of an earlier platform process, before the first round. */
  take(live: LiveLaunch): void {
    this.#live = live;
    this.#listen(live);
  }

  /** Stops the processes without changing the desired state. */
  async stopForNow(): Promise<void> {
    await this.close();
    this.#disarm?.();
    await this.server.stop();
    if (this.#live) {
      await this.#end(this.#live);
      await this.#options.statuses.change(this.botId, {
        status: "stopped",
        detail: "The bot was stopped together with the platform.",
        ...noProcess,
      });
    }
    await this.leave();
  }

  /** Leaves the processes running. Resolves when no work is in progress. */
  async leave(): Promise<void> {
    await this.close();
    this.#disarm?.();
    await this.server.leave();
    await Promise.all(this.#putAway);
  }

  protected async reconcile(): Promise<void> {
    const row = await this.#options.store.supervisedBot(this.botId);
    if (!row) return this.#options.onDeleted();
    this.#disarm?.();
    this.#disarm = undefined;
    const { processes } = this.#options;
    if (row.bot.desired === "running") {
      processes.hold(row.bot.owner_id, this.botId);
      await this.#keepRunning(row);
    } else {
      await this.#keepStopped(row.bot);
      processes.leave(row.bot.owner_id, this.botId);
    }
  }

  async #keepStopped(bot: Bot): Promise<void> {
    const { statuses, onDeleted } = this.#options;
    const isUp = this.#live !== undefined || bot.status === "backing_off" || bot.status === "starting";
    if (bot.desired === "deleted") this.#options.launcher.dropOutput(this.botId);
    if (isUp && bot.status !== "stopping")
      await statuses.change(this.botId, { status: "stopping", asked: true });
    await Promise.all([this.server.stop(), this.#live && this.#end(this.#live)]);
    if (bot.desired === "deleted") {
      await this.#options.launcher.strays.endOf(this.botId);
      await statuses.change(this.botId, { status: "deleted", asked: true, ...noProcess });
      await Promise.all(this.#putAway);
      onDeleted();
    } else if (bot.status !== "stopped") {
      await statuses.change(this.botId, { status: "stopped", asked: true, ...noProcess, backoff: null });
    }
  }

  async #keepRunning(row: Supervised): Promise<void> {
    const { bot } = row;
    const { statuses } = this.#options;
    if (this.#live && this.#exit) return this.#ended(this.#live, this.#exit, row);
    if (this.#live) {
      if (await this.#isCurrent(this.#live, bot)) {
        if (bot.status !== "running") {
          await statuses.change(this.botId, { status: "running", ...this.#runningNow(this.#live) });
        }
        this.server.keep(bot);
        return;
      }
      const detail = "The bot is being restarted.";
      await statuses.change(this.botId, { status: "stopping", asked: true, detail });
      await Promise.all([this.server.stop(), this.#end(this.#live)]);
      return this.#start(bot, freshBackoff, { asked: true });
    }
    const backoff = readBackoff(row.backoff);
    if (bot.status === "pending") {
      const before = [{ status: "pending", asked: true, backoff: null } as const];
      return this.#start(bot, freshBackoff, { asked: true, before });
    }
    const { generation = bot.generation, revision = bot.revision } = backoff.under ?? {};
    if (generation !== bot.generation || !(await this.#startsAlike(revision, bot)))
      return this.#start(bot, freshBackoff, { asked: true });
    if (bot.status === "failed") return;
    if (bot.status === "backing_off" && revision === bot.revision && this.#wait(backoff)) return;
    await this.#start(bot, backoff, { asked: revision !== bot.revision });
  }

  /** Arms a timer for the end of the back-off. Returns false if it is already over. */
  #wait({ until }: Backoff): boolean {
    const { clock } = this.#options;
    const left = (until ?? 0) - clock.now().getTime();
    // Longer than any delay means that the wall clock was set back.
    if (left <= 0 || left > longestDelay * 2) return false;
    this.#disarm = clock.after(left, () => this.changed());
    return true;
  }

  /**
   * @param why.asked whether a request of a user led to this start
   * @param why.before status changes that led to it and are not stored yet
   */
  async #start(
    bot: Bot,
    backoff: Backoff,
    { asked, before = [] }: { asked: boolean; before?: readonly StatusChange[] },
  ): Promise<void> {
    const { statuses, isolation, disk, launcher, clock, dataDir, collector } = this.#options;
    const obstacle = isolation.obstacle ?? (await launcher.networkObstacle(bot));
    if (obstacle !== undefined)
      return this.#cannotStart(bot, backoff, before, { reason: "isolation_unavailable", obstacle });
    const lacking = await launcher.secrets.obstacle(bot);
    if (lacking !== undefined)
      return this.#cannotStart(bot, backoff, before, { reason: "secret_unavailable", obstacle: lacking });
    const full = disk.obstacleOf(bot.owner_id);
    if (full !== undefined) {
      disk.whenRoom(bot.owner_id, this.#again);
      return this.#cannotStart(bot, backoff, before, { reason: "quota_exceeded", obstacle: full });
    }
    await removeTemporaryFiles(stateDirOf(dataDir, this.botId), bot.owner_id);
    const planned = launcher.plan(bot, "bot");
    const changes = [...before, { status: "starting", asked } as const];
    await statuses.change(this.botId, changes, planned.stored);
    let live: LiveLaunch;
    try {
      live = await launcher.start(planned);
    } catch (error) {
      await launcher.discard(planned.stored);
      return this.#notStarted(bot, backoff, error);
    }
    this.#live = live;
    const again = backoff.step > 0;
    await statuses.change(this.botId, {
      status: "running",
      asked,
      restarts: bot.restarts + (again ? 1 : 0),
      ...this.#runningNow(live),
      startedAt: clock.now().toISOString(),
      backoff: JSON.stringify(backoff),
    });
    collector.remark(
      this.botId,
      `${again ? "Restarted" : "Started"}: version ${bot.version}, revision ${bot.revision}.`,
    );
    this.#listen(live);
    this.server.keep(bot);
  }

  /** Records that the bot cannot be started now. `changed` is called once it can be. */
  async #cannotStart(
    bot: Bot,
    backoff: Backoff,
    before: readonly StatusChange[],
    why: Parameters<typeof waiting>[3],
  ): Promise<void> {
    const changes = waiting(bot, backoff, before, why);
    if (changes.length > 0) await this.#options.statuses.change(this.botId, changes);
  }

  #runningNow(live: LiveLaunch) {
    return { runningRevision: live.stored.revision, startedAt: live.stored.createdAt };
  }

  #listen(live: LiveLaunch): void {
    void live.launch.ended.then((exit) => {
      if (this.#live !== live || live.stopping) return;
      this.#exit = exit;
      this.changed();
    });
  }

  async #notStarted(bot: Bot, backoff: Backoff, error: unknown): Promise<void> {
    const { statuses, collector, clock } = this.#options;
    collector.remark(this.botId, `Start failed: ${messageOf(error)}`, { level: "error" });
    const change = notStarted(bot, backoff, { error, at: clock.now().getTime() });
    await statuses.change(this.botId, change);
    if (change.status === "backing_off") this.changed();
  }

  /** Handles a process that ended without being stopped. */
  async #ended(live: LiveLaunch, exit: Exit, { bot, backoff }: Supervised): Promise<void> {
    const { statuses } = this.#options;
    const isCurrent = await this.#isCurrent(live, bot);
    this.#forget(live);
    void this.server.stop();
    // The end of a process that was to be replaced says nothing about its successor.
    if (!isCurrent) return this.#start(bot, freshBackoff, { asked: true });
    const at = exit.endedAt.getTime();
    const uptime = at - Date.parse(live.stored.createdAt);
    const next = afterEnd(readBackoff(backoff), { at, uptime });
    const change = processEnded(bot, next, describeExit(exit));
    // For an immediate restart, one commit stores both the end and the start.
    if (next && !this.#wait(next)) return this.#start(bot, next, { asked: false, before: [change] });
    await statuses.change(this.botId, change);
  }

  /** Stops the process and waits for its end. */
  async #end(live: LiveLaunch): Promise<void> {
    if (!this.#exit) await this.#options.launcher.stop(live);
    this.#forget(live);
  }

  /** Lets the bot have another process than this one, which has ended. */
  #forget(live: LiveLaunch): void {
    this.#live = undefined;
    this.#exit = undefined;
    this.finish(live);
  }

  /** Collects the remaining output of a launch whose process has ended, then removes the launch. */
  finish(live: LiveLaunch): void {
    const { launcher, collector } = this.#options;
    const done = (async () => {
      const exit = await live.launch.ended;
      await launcher.drain(live);
      collector.remark(this.botId, describeExit(exit), {
        level: live.stopping || exit.code === 0 ? "info" : "error",
      });
      await launcher.discard({ ...live.stored, endedAt: exit.endedAt.toISOString() });
    })();
    this.#putAway.add(done);
    void done.finally(() => this.#putAway.delete(done));
  }

  /** Whether the live process matches the bot's row. */
  async #isCurrent(live: LiveLaunch, bot: Bot): Promise<boolean> {
    const { stored, isDisplaced } = live;
    if (stored.generation !== bot.generation || isDisplaced) return false;
    if (!(await this.#options.launcher.secrets.areApplied(live, bot))) return false;
    if (stored.revision === bot.revision) return true;
    if (!(await this.#startsAlike(stored.revision, bot))) return false;
    // A change of the name needs no restart.
    stored.revision = bot.revision;
    await this.#options.store.keepRunningRevision(bot.bot_id, bot.revision);
    return true;
  }

  /** Whether a process of this revision is started like one of the current revision. */
  async #startsAlike(revision: number, bot: Bot): Promise<boolean> {
    if (revision === bot.revision) return true;
    const started = await this.#options.store.startedAs(bot.bot_id, revision);
    return started !== undefined && startsAlike(started, bot);
  }
}
