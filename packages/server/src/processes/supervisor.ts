import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Executor, removeWritten } from "@botyard/runtime";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { Bot, Run } from "../model/model.ts";
import type { Collector, Maskers } from "../output/index.ts";
import type { EngineStore, StoredLaunch } from "../store/index.ts";
import type { Isolation } from "./isolation.ts";
import type { Launcher, LiveLaunch } from "./launcher.ts";
import type { Packages } from "./packages.ts";
import { QueryServer } from "./query-server.ts";
import { RealtimeBot } from "./realtime.ts";
import type { Statuses } from "./statuses.ts";
import type { SupervisedBot } from "./supervised-bot.ts";
import type { UserDisk } from "./user-disk.ts";
import type { UserProcesses } from "./user-processes.ts";

/** The scheduled bots and their runs. */
export interface ScheduledBots {
  /** @param onDeleted called when the bot is deleted */
  open(botId: string, onDeleted: () => void): SupervisedBot;
  /** Resolves when no round of a bot is in progress. */
  rest(): Promise<void>;
  /** Takes over a run whose process an earlier platform process started. */
  adopt(bot: Bot, run: Run, live: LiveLaunch): void;
  /**
   * Resumes a run that an earlier platform process queued.
   * @param aliveUntil the last time at which an earlier platform process is known to have worked
   */
  resume(bot: Bot, run: Run, aliveUntil: Date): Promise<void>;
  /** Records a run as lost: its process cannot be found. */
  lost(run: Run): Promise<void>;
}

export interface SupervisorOptions {
  store: EngineStore;
  executor: Executor;
  isolation: Isolation;
  launcher: Launcher;
  collector: Collector;
  statuses: Statuses;
  scheduled: ScheduledBots;
  packages: Packages;
  maskers: Maskers;
  processes: UserProcesses;
  disk: UserDisk;
  dataDir: string;
  clock: Clock;
  log: Logger;
}

/** A launch of an earlier platform process that was taken over, and its bot. */
interface Adopted {
  bot: Bot;
  live: LiveLaunch;
}

/** What became of a launch in the store. `unknown`: it could not be determined. */
type Found = Adopted | "ended" | "missing" | "unknown";

/** Takes over the bots' processes when the platform starts, then keeps each bot in its desired state. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #bots = new Map<string, SupervisedBot>();
  /** What deleted bots leave is being removed. */
  readonly #freeing = new Set<Promise<void>>();
  #running = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { store, launcher, log } = this.#options;
    const rows = await store.supervisedBots();
    const bots = new Map(rows.map(({ bot }) => [bot.bot_id, bot]));
    for (const bot of bots.values()) this.#add(bot);
    const launches = await store.openLaunches();
    const runs = new Map<string, Run>();
    for (const { bot } of rows) {
      if (bot.model !== "scheduled") continue;
      for (const run of await store.activeRuns(bot.bot_id)) runs.set(run.id, run);
    }
    const found = await Promise.all(launches.map((stored) => this.#find(stored, bots)));
    const adopted = found.filter((one) => typeof one === "object");
    log.info({ bots: rows.length, processes: adopted.length }, "Restored bots and running processes.");
    await this.#sweep(new Set(launches.map(({ id }) => id)));
    // Before anything is started: what could not be taken over, or has been replaced, must not run beside it.
    await launcher.strays.end(launches, new Set(adopted.map(({ live }) => live.stored.id)));
    const current = currentOf(launches, adopted);
    const replaced = adopted.filter(({ live }) => !current.has(live.stored.id));
    await Promise.all(replaced.map(({ live }) => live.launch.kill()));
    for (const { bot, live } of adopted) this.#giveBack(bot, live, current.has(live.stored.id), runs);
    for (const [at, stored] of launches.entries())
      if (found[at] === "missing") await launcher.discard(stored);
    const aliveUntil = await store.aliveUntil();
    for (const run of runs.values()) await this.#resume(run, bots, aliveUntil);
    this.#running = true;
    for (const bot of this.#bots.values()) bot.changed();
    await this.#options.scheduled.rest();
  }

  async stop(stopBots: boolean): Promise<void> {
    this.#running = false;
    const bots = [...this.#bots.values()];
    await Promise.all(bots.map((bot) => (stopBots ? bot.stopForNow() : bot.leave())));
    await Promise.all(this.#freeing);
  }

  changed(botId: string): void {
    if (!this.#running) return;
    const known = this.#bots.get(botId);
    if (known) {
      known.changed();
      return;
    }
    void this.#options.store
      .botById(botId)
      .then((bot) => bot && this.#running && (this.#bots.get(botId) ?? this.#add(bot)).changed())
      .catch((error) =>
        this.#options.log.error({ err: error, bot: botId }, "A bot could not be read from the store."),
      );
  }

  /** Starts waiting bots now that bots can be started. */
  canStart(): void {
    if (!this.#running) return;
    for (const bot of this.#bots.values()) {
      bot.changed();
      if (bot instanceof RealtimeBot) bot.server.canStart();
    }
  }

  serverOf(botId: string): QueryServer | undefined {
    const bot = this.#bots.get(botId);
    return bot instanceof RealtimeBot ? bot.server : undefined;
  }

  /** The process of a realtime bot. */
  liveOf(botId: string): LiveLaunch | undefined {
    const bot = this.#bots.get(botId);
    return bot instanceof RealtimeBot ? bot.live : undefined;
  }

  #add(bot: Bot): SupervisedBot {
    const { processes } = this.#options;
    // Before its first round, so that runs that wait do not take its place. A bot that is being stopped may have a process.
    const mayRun = bot.desired === "running" || bot.status !== "stopped";
    if (bot.model === "realtime" && mayRun) processes.hold(bot.owner_id, bot.bot_id);
    const onDeleted = () => {
      processes.leave(bot.owner_id, bot.bot_id);
      this.#bots.delete(bot.bot_id);
      this.#options.maskers.forget(bot.bot_id);
      this.#options.collector.forget(bot.bot_id);
      this.#later(this.#giveBackSpace(bot));
    };
    const added =
      bot.model === "scheduled"
        ? this.#options.scheduled.open(bot.bot_id, onDeleted)
        : new RealtimeBot(bot.bot_id, {
            ...this.#options,
            server: new QueryServer(bot.bot_id, this.#options),
            onDeleted,
          });
    this.#bots.set(bot.bot_id, added);
    return added;
  }

  /** Takes over a launch of an earlier platform process. */
  async #find(stored: StoredLaunch, bots: Map<string, Bot>): Promise<Found> {
    const { launcher, log } = this.#options;
    try {
      if (stored.state === "ended") {
        const failed = (error: unknown) =>
          log.error({ err: error, launch: stored.id }, "A launch that has ended could not be removed.");
        this.#later(launcher.remove(stored).catch(failed));
        return "ended";
      }
      const bot = bots.get(stored.botId) ?? (await this.#options.store.botById(stored.botId));
      const live = bot && (await launcher.adopt(stored, bot));
      return live ? { bot, live } : "missing";
    } catch (error) {
      log.error(
        { err: error, launch: stored.id },
        "A launch of an earlier platform process could not be restored.",
      );
      return "unknown";
    }
  }

  /**
   * Assigns a launch of an earlier platform process to its bot.
   *
   * @param isCurrent whether no other launch has replaced it
   */
  #giveBack(bot: Bot, live: LiveLaunch, isCurrent: boolean, runs: Map<string, Run>): void {
    const owner = this.#bots.get(bot.bot_id);
    const { kind, runId } = live.stored;
    const run = runId === undefined ? undefined : runs.get(runId);
    if (kind === "run" && run) {
      runs.delete(run.id);
      this.#options.scheduled.adopt(bot, run, live);
    } else if (kind === "bot" && owner instanceof RealtimeBot) {
      if (isCurrent) owner.take(live);
      else owner.finish(live);
    } else if (
      kind === "query-server" &&
      isCurrent &&
      owner instanceof RealtimeBot &&
      owner.server.take(live)
    )
      return;
    else void this.#end(live);
  }

  /** Lets work go on that nothing waits for: a bot may have many files to be removed. It must not reject. */
  #later(work: Promise<void>): void {
    const freeing = work.finally(() => this.#freeing.delete(freeing));
    this.#freeing.add(freeing);
  }

  /** Frees what a deleted bot has on the disk. Retention removes what remains after a failure. */
  async #giveBackSpace(bot: Bot): Promise<void> {
    const { launcher, packages, log } = this.#options;
    const failed = (error: unknown) =>
      log.warn({ err: error, bot: bot.bot_id }, "The files of a deleted bot could not be removed.");
    await launcher.removeAll(bot).catch(failed);
    await packages.release(bot).catch(failed);
  }

  /** Kills a launch that belongs to no bot. */
  async #end(live: LiveLaunch): Promise<void> {
    const { launcher } = this.#options;
    live.stopping = true;
    const exit = await live.launch.kill();
    await launcher.drain(live);
    await launcher.discard({ ...live.stored, endedAt: exit.endedAt.toISOString() });
  }

  /** Resumes a run whose launch was not found. */
  async #resume(run: Run, bots: Map<string, Bot>, aliveUntil: Date): Promise<void> {
    const { scheduled } = this.#options;
    const bot = bots.get(run.bot_id);
    if (run.status === "running" || !bot) await scheduled.lost(run);
    else await scheduled.resume(bot, run, aliveUntil);
  }

  /** Directories without a row belong to query processes: kills those that still run and removes the directories. */
  async #sweep(known: ReadonlySet<string>): Promise<void> {
    const { dataDir, executor, launcher, log } = this.#options;
    const { engine, isolation } = executor.describe();
    for (const botId of await readdir(join(dataDir, "bots")).catch(() => [])) {
      // A folder that the store does not know may belong to a newer copy of the data: it stays.
      const bot = this.#bots.has(botId) ? undefined : await this.#options.store.botById(botId);
      for (const id of await readdir(launcher.dirOf(botId, "")).catch(() => [])) {
        if (known.has(id)) continue;
        const dir = launcher.dirOf(botId, id);
        const failed = (error: unknown) =>
          log.warn(
            { err: error, dir },
            "A query process of an earlier platform process could not be removed.",
          );
        try {
          const launch = await executor.adopt({ id, dir, engine, isolation });
          await launch?.kill();
          this.#later(removeWritten(dir, botId).catch(failed));
        } catch (error) {
          failed(error);
        }
      }
      if (bot?.desired === "deleted") this.#later(this.#giveBackSpace(bot));
    }
  }
}

/**
 * Returns the ids of the launches that no other has replaced. A bot is started again once its process has ended, which may
 * be before its output is stored: until then it has two launches.
 */
function currentOf(launches: readonly StoredLaunch[], adopted: readonly Adopted[]): Set<string> {
  const current = new Map<string, string>();
  const add = ({ id, botId, kind }: StoredLaunch) =>
    current.set(kind === "run" ? id : `${kind} ${botId}`, id);
  for (const stored of launches) add(stored);
  // The newest may have the lowest id, because the wall clock was set back.
  for (const { live } of adopted) if (!live.launch.hasEnded) add(live.stored);
  return new Set(current.values());
}
