import { join } from "node:path";
import {
  type Executor,
  type Exit,
  type Launch,
  type LaunchKind,
  type LaunchSpec,
  removeWritten,
} from "@botyard/runtime";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import { newId } from "../model/ids.ts";
import type { Bot, Run } from "../model/model.ts";
import type { Networks } from "../networks/index.ts";
import type { Collector, Following, FreedOutput, Maskers, Retention } from "../output/index.ts";
import type { Opened, Vault } from "../secrets/index.ts";
import { limitsOf, unreadLimit } from "../settings/resources.ts";
import type { Settings } from "../settings/settings.ts";
import { stateDirOf } from "../state/state.ts";
import type { EngineStore, StoredLaunch } from "../store/index.ts";
import { BotSecrets } from "./bot-secrets.ts";
import { namingVariable } from "./endings.ts";
import type { Packages, ReadyPackage } from "./packages.ts";
import { Strays } from "./strays.ts";
import type { UserDisk } from "./user-disk.ts";

export interface LauncherOptions {
  executor: Executor;
  store: EngineStore;
  collector: Collector;
  freed: FreedOutput;
  retention: Retention;
  packages: Packages;
  maskers: Maskers;
  vault: Vault;
  disk: UserDisk;
  networks: Networks;
  settings: Settings;
  /** Id of the data folder, which marks the processes of its bots. */
  folderId?: string | undefined;
  clock: Clock;
  log: Logger;
}

/** A launch that has not been started. Its row must be stored before it is started. */
export interface PlannedLaunch {
  stored: StoredLaunch;
  bot: Bot;
  run?: Run;
}

/** A started launch whose output is being collected. */
export interface LiveLaunch {
  stored: StoredLaunch;
  launch: Launch;
  following: Following;
  /** True once the platform has begun to stop it. */
  stopping: boolean;
  /** True if it was started with paths that are wrong now, because the data folder has been moved. */
  isDisplaced?: boolean;
}

/** Starts, takes over and removes launches. Each has a directory and a row. */
export class Launcher {
  readonly #options: LauncherOptions;
  /** The collected launches of each bot. */
  readonly #followed = new Map<string, Set<Followed>>();
  /** The owners of bots that have had a launch. */
  readonly #owners = new Map<string, string>();
  /** Bots whose output is not collected any more. */
  readonly #deaf = new Set<string>();
  /** Processes that cannot be taken over. */
  readonly strays: Strays;
  /** The secrets that launches are started with. */
  readonly secrets: BotSecrets;

  constructor(options: LauncherOptions) {
    this.#options = options;
    this.strays = new Strays(options);
    this.secrets = new BotSecrets(options);
  }

  /** Assigns an id and a directory to a new launch, without writing or starting anything. */
  plan(bot: Bot, kind: LaunchKind, more: { run?: Run } = {}): PlannedLaunch {
    const { clock, executor } = this.#options;
    this.#owners.set(bot.bot_id, bot.owner_id);
    const id = newId("launch", clock.now().getTime());
    const { engine, isolation } = executor.describe();
    const stored: StoredLaunch = {
      id,
      botId: bot.bot_id,
      ...(more.run && { runId: more.run.id }),
      kind,
      generation: bot.generation,
      revision: bot.revision,
      record: { id, dir: this.dirOf(bot.bot_id, id), engine, isolation },
      state: "starting",
      createdAt: clock.now().toISOString(),
      offsets: { stdout: 0, stderr: 0 },
    };
    return { stored, bot, ...(more.run && { run: more.run }) };
  }

  dirOf(botId: string, launchId: string): string {
    return join(this.#options.settings.dataDir, "bots", botId, "launches", launchId);
  }

  /** Returns why a bot cannot be started for lack of a network of its own. That of its package is told by the start. */
  async networkObstacle(bot: Bot): Promise<string | undefined> {
    const { packages, networks } = this.#options;
    const described = await packages.describe(bot).catch(() => undefined);
    return described && networks.obstacleOf(bot, described.network);
  }

  /** Returns the specification for the executor. */
  spec(
    { stored, bot, run }: PlannedLaunch,
    ready: ReadyPackage,
    { config }: Pick<Opened, "config">,
  ): LaunchSpec {
    const { settings, folderId, networks } = this.#options;
    const forQuery = stored.kind === "query" || stored.kind === "query-server";
    const network = networks.of(bot, ready.network, forQuery);
    return {
      id: stored.id,
      kind: stored.kind,
      botId: bot.bot_id,
      ownerId: bot.owner_id,
      ...(folderId !== undefined && { dataFolder: folderId }),
      dir: stored.record.dir,
      codeDir: ready.codeDir,
      stateDir: stateDirOf(settings.dataDir, bot.bot_id),
      // Queries have one of their own: what they leave must not change what the bot does.
      cacheDir: join(settings.dataDir, "bots", bot.bot_id, forQuery ? "query-cache" : "cache"),
      runtime: ready.runtime,
      ...(ready.abis && { abis: ready.abis }),
      entrypoint: (forQuery ? ready.entrypoints.query : undefined) ?? ready.entrypoints.bot,
      config: JSON.stringify(config),
      model: bot.model,
      ...(run && { run: { id: run.id, scheduledAt: run.scheduled_at } }),
      ...(run?.traceparent !== undefined && {
        trace: {
          traceparent: run.traceparent,
          ...(run.tracestate !== undefined && { tracestate: run.tracestate }),
        },
      }),
      extraEnv: settings.botEnv,
      limits: limitsOf(settings, bot.resources),
      ...(network && { network }),
    };
  }

  /**
   * Starts a planned launch whose row is committed.
   * @throws {PackageCorruptError} if the package is missing or differs from the upload
   * @throws {LaunchError} if the process cannot be started
   * @throws {UserDiskFullError} if the files of the user's bots use its quota
   */
  async start(planned: PlannedLaunch): Promise<LiveLaunch> {
    const { executor, packages, maskers, store, disk, networks } = this.#options;
    disk.requireRoom(planned.bot);
    const ready = await packages.ready(planned.bot);
    const opened = await this.secrets.open(planned.bot);
    const masker = await maskers.maskerOf(planned.bot, opened.config);
    const spec = this.spec(planned, ready, opened);
    const launch = await executor.launch(spec).catch((error) => {
      throw namingVariable(error);
    });
    networks.follow(planned.bot, launch, spec.network?.cut);
    disk.follow(planned.bot, launch, planned.stored.kind === "query-server");
    const stored: StoredLaunch = {
      ...planned.stored,
      ...{ state: "running", record: launch.record, secrets: opened.versions },
    };
    const { id, record, secrets } = stored;
    // Not awaited: if the platform dies in between, the launch is found by its directory.
    void store
      .changeLaunch(id, { state: "running", record, ...(secrets && { secrets }) })
      .catch((error) => this.#failed(error, id));
    return { stored, launch, following: this.#follow(planned.bot, stored, launch, masker), stopping: false };
  }

  /** Takes over a launch of an earlier platform process. Returns `undefined` if it was never started. */
  async adopt(stored: StoredLaunch, bot: Bot): Promise<LiveLaunch | undefined> {
    const { executor, maskers, disk, networks } = this.#options;
    this.#owners.set(bot.bot_id, bot.owner_id);
    const dir = this.dirOf(stored.botId, stored.id);
    const cut = networks.cutOf(bot);
    const launch = await executor.adopt({ ...stored.record, dir }, cut);
    if (!launch) return undefined;
    networks.follow(bot, launch, cut);
    disk.follow(bot, launch, stored.kind === "query-server");
    const masker = await maskers.maskerOf(bot);
    const found: StoredLaunch = { ...stored, record: launch.record };
    const following = this.#follow(bot, found, launch, masker, new Date(stored.createdAt));
    return { stored: found, launch, following, stopping: false, isDisplaced: dir !== stored.record.dir };
  }

  /** Stops a launch: SIGTERM, then SIGKILL after the grace period. */
  stop(live: LiveLaunch, graceMs = this.#options.settings.stopGraceMs): Promise<Exit> {
    live.stopping = true;
    return live.launch.stop(graceMs);
  }

  /** Stops collecting the output of a bot that is being deleted. What is not stored yet is dropped. */
  dropOutput(botId: string): void {
    this.#deaf.add(botId);
    for (const { drop } of this.#followed.get(botId) ?? []) drop();
  }

  /** Removes what a deleted bot has on the disk: state, and the directories of launches. */
  async removeAll({ bot_id: botId, owner_id }: Bot): Promise<void> {
    const { settings, disk } = this.#options;
    await removeWritten(join(settings.dataDir, "bots", botId), owner_id);
    this.#owners.delete(botId);
    await disk.forget(botId);
    this.#deaf.delete(botId);
  }

  /** Call after the end of a launch. Resolves once all of its output is stored, or dropped. */
  async drain(live: LiveLaunch): Promise<void> {
    const { code } = await live.launch.ended;
    await live.following.finish(code !== undefined && code !== 0);
    this.#options.freed.forget(live.stored.id);
  }

  /** Marks a launch as ended and removes its directory. Its output must have been collected. */
  async discard(stored: StoredLaunch): Promise<void> {
    const { store, clock } = this.#options;
    const endedAt = stored.endedAt ?? clock.now().toISOString();
    try {
      // This commit makes the collected output durable; only then may the files be removed.
      await store.changeLaunch(stored.id, { state: "ended", endedAt });
      await this.remove(stored);
    } catch (error) {
      this.#failed(error, stored.id);
    }
  }

  /** Removes the directory of a launch that is marked as ended. */
  async remove({ id, botId }: StoredLaunch): Promise<void> {
    await removeWritten(this.dirOf(botId, id), this.#owners.get(botId) ?? botId);
    await this.#options.store.changeLaunch(id, { state: "gone" });
  }

  #follow(
    bot: Bot,
    stored: StoredLaunch,
    launch: Launch,
    masker: Parameters<Collector["follow"]>[0]["masker"],
    since?: Date,
  ): Followed {
    const { collector, freed, retention, settings } = this.#options;
    const { botId } = stored;
    let before = stored.offsets.stdout + stored.offsets.stderr;
    const following = collector.follow({
      launchId: stored.id,
      botId,
      runId: stored.runId,
      files: launch.files,
      offsets: stored.offsets,
      masker,
      unreadBytes: unreadLimit(settings, limitsOf(settings, bot.resources)),
      hasRow: true,
      ...(since && { unheardSince: since }),
      onStored: (offsets) => {
        freed.stored(stored.id, launch.files, offsets, masker.hits);
        const total = offsets.stdout + offsets.stderr;
        retention.wrote(botId, total - before);
        before = total;
      },
    });
    const followed = droppable(following, () => {
      const others = this.#followed.get(botId);
      others?.delete(followed);
      if (others?.size === 0) this.#followed.delete(botId);
    });
    this.#followed.set(botId, (this.#followed.get(botId) ?? new Set()).add(followed));
    if (this.#deaf.has(botId)) followed.drop();
    return followed;
  }

  #failed(error: unknown, launchId: string): void {
    this.#options.log.error({ err: error, launch: launchId }, "The row of a launch could not be written.");
  }
}

/** A launch whose output is collected until it is stored or dropped. */
interface Followed extends Following {
  drop(): void;
}

function droppable(following: Following, over: () => void): Followed {
  let drop!: () => void;
  const dropped = new Promise<void>((resolve) => {
    drop = () => {
      following.close();
      over();
      resolve();
    };
  });
  return {
    drop,
    unread: () => following.unread(),
    finish: (failed) => Promise.race([following.finish(failed), dropped]).finally(over),
    close() {
      following.close();
      over();
    },
  };
}
