import { mkdirSync, mkdtempSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { checksHere, type Network, packFiles, removeUnpacked } from "@botyard/manifest";
import type { Executor } from "@botyard/runtime";
import { pino } from "pino";
import { Bus } from "../../src/bus.ts";
import { type Clock, systemClock } from "../../src/clock.ts";
import { storedPackages } from "../../src/custom-bots/stored-packages.ts";
import { createEngine } from "../../src/engine/create-engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { newId } from "../../src/model/ids.ts";
import type { Actor, Bot, BotEvent, BotStatus, Model, Run } from "../../src/model/model.ts";
import { KeyRing, Vault } from "../../src/secrets/index.ts";
import { quotaLimitsIn } from "../../src/settings/quotas.ts";
import { defaultSettings, type Settings } from "../../src/settings/settings.ts";
import { botById, changeBot, insertBot } from "../../src/store/sql/bots.ts";
import { insertVersion } from "../../src/store/sql/custom-bots.ts";
import { getRun } from "../../src/store/sql/runs.ts";
import type { Store } from "../../src/store/sql/store.ts";
import { insertUser } from "../../src/store/sql/users.ts";
import { openedStorage } from "../store/opened.ts";
import { processExecutor } from "./process-executor.ts";

/** A data folder with the engine of a platform, which a test can restart. */
export interface World {
  dataDir: string;
  settings: Settings;
  store: Store;
  bus: Bus;
  engine: Engine;
  /** Its key is the same over restarts. */
  vault: Vault;
  /** Stores a package of these files, and returns the SHA-256 of its list. */
  addPackage(pack: Package): Promise<string>;
  addBot(bot: Partial<Bot> & { custom_bot: string }): Promise<Bot>;
  bot(id: string): Promise<Bot>;
  ask(id: string, change: { desired?: Bot["desired"]; status?: BotStatus; restart?: boolean }): Promise<void>;
  patch(id: string, settings: Partial<Bot>): Promise<void>;
  /** Resolves once the bot has this status; on time-out the error names its actual status. */
  status(id: string, status: BotStatus, reason?: string): Promise<Bot>;
  until<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T>;
  run(id: string, until: (run: Run) => boolean): Promise<Run>;
  /** Everything published about bots, in order. */
  events: BotEvent[];
  /** Resolves once an event of this kind has been published. */
  event(matches: (event: BotEvent) => boolean): Promise<BotEvent>;
  /** Stops this engine and starts another one on the same folder. */
  restart(options?: { stopBots?: boolean; meanwhile?: () => Promise<void> }): Promise<void>;
  close(): Promise<void>;
}

export interface Package {
  name?: string;
  version?: string;
  model?: Model;
  runtime?: string;
  files: Record<string, string>;
  entrypoints: { bot: string; query?: string };
  schema?: Record<string, unknown>;
  network?: Network;
}

export interface WorldOptions {
  executor?: (dataDir: string) => Promise<Executor>;
  clock?: Clock;
  settings?: Partial<Settings>;
}

const owner = "usr_1";

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), "botyard-engine-"));
  // A machine may have no networks for bots.
  const ofTests = { dataDir, stopGraceMs: 2_000, network: "host" } as const;
  const settings: Settings = { ...defaultSettings, ...ofTests, ...options.settings };
  mkdirSync(join(dataDir, "packages"));
  const log = pino({ level: process.env.LOG ?? "silent" });
  const executor = await (options.executor ?? processExecutor)(dataDir);
  const events: BotEvent[] = [];
  const waiting = new Set<() => void>();
  const told = () => {
    for (const look of [...waiting]) look();
  };

  const open = async (): Promise<{ store: Store; bus: Bus; engine: Engine; vault: Vault }> => {
    const storage = await openedStorage(dataDir, { quotas: quotaLimitsIn(settings) });
    const { database: store, blobs } = storage;
    const bus = new Bus();
    const publish = bus.publish.bind(bus);
    bus.publish = (published) => {
      events.push(...published);
      publish(published);
      told();
    };
    const clock = options.clock && { clock: options.clock };
    const vault = new Vault({ ring: new KeyRing([Buffer.alloc(32, 1)]) }, storage.services);
    const packages = storedPackages({
      ...{ store: storage.services, blobs, checks: checksHere, dataDir, clock: options.clock ?? systemClock },
    });
    const engine = createEngine({
      ...{ storage, executor, settings, vault, packages, bus, log, folderId: basename(dataDir) },
      ...clock,
    });
    return { store, bus, engine, vault };
  };
  const world = (await open()) as World;
  await insertUser(world.store, { id: owner, name: "admin", created_at: now() });
  await world.engine.start();

  const until = <T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const done = (end: () => void) => {
        waiting.delete(again);
        clearInterval(safety);
        clearTimeout(limit);
        end();
      };
      const again = () => {
        Promise.resolve(look()).then(
          (found) => found !== undefined && done(() => resolve(found)),
          (error) => done(() => reject(error)),
        );
      };
      const safety = setInterval(again, 50);
      const limit = setTimeout(() => done(() => reject(new Error(`Timed out waiting for ${what}.`))), 60_000);
      waiting.add(again);
      again();
    });

  return Object.assign(world, {
    dataDir,
    settings,
    events,
    until,
    async addPackage(pack: Package) {
      const { name = "probe", version = "1.0.0", model = "realtime", runtime = "nodejs24" } = pack;
      const archive = join(dataDir, "packages", "new.tar.gz");
      const entries = Object.entries(pack.files).map(([path, text]) => ({
        path,
        content: Buffer.from(text),
      }));
      // As a platform of an earlier version stored it: the start of a bot stores the contents.
      const { sha256, contentSha256 } = await packFiles(entries, archive);
      renameSync(archive, join(dataDir, "packages", `${sha256}.tar.gz`));
      await insertVersion(world.store, {
        owner_id: owner,
        name,
        version,
        model,
        runtime,
        config: JSON.stringify({
          ...{ name, version, type: model, runtime, entrypoints: pack.entrypoints, network: pack.network },
        }),
        schema: JSON.stringify(pack.schema ?? { type: "object" }),
        readme: null,
        sha256,
        content_sha256: contentSha256,
        bytes: 1,
        created_at: now(),
        deleted_at: null,
      });
      return contentSha256;
    },
    async addBot(wanted: Partial<Bot> & { custom_bot: string }) {
      const created = (options.clock?.now() ?? new Date()).toISOString();
      const bot: Bot = {
        bot_id: newId("bot"),
        owner_id: owner,
        name: newId("bot"),
        model: "realtime",
        version_spec: "1.0.0",
        version: "1.0.0",
        catch_up: "none",
        start_deadline_seconds: 60,
        timeout_seconds: 300,
        config: {},
        desired: "running",
        status: "pending",
        revision: 1,
        generation: 1,
        restarts: 0,
        created_at: created,
        updated_at: created,
        ...wanted,
      };
      await insertBot(world.store, bot, undefined, actor);
      world.engine.changed(bot.bot_id);
      return bot;
    },
    async bot(id: string) {
      const bot = await botById(world.store, id);
      if (!bot) throw new Error(`There is no bot ${id}.`);
      return bot;
    },
    async ask(id: string, change: { desired?: Bot["desired"]; status?: BotStatus; restart?: boolean }) {
      await changeBot(world.store, owner, id, { at: now(), actor, decide: () => change });
      world.engine.changed(id);
    },
    async patch(id: string, settings: Partial<Bot>) {
      await changeBot(world.store, owner, id, {
        at: now(),
        actor,
        decide: (bot) => ({ settings: { ...bot, ...settings } }),
      });
      world.engine.changed(id);
    },
    async status(id: string, status: BotStatus, reason?: string) {
      let seen = "";
      return until(`status ${status}`, async () => {
        const bot = await world.bot(id);
        seen = `${bot.status} ${bot.reason} ${bot.detail}`;
        return bot.status === status && bot.reason === reason ? bot : undefined;
      }).catch((error: Error) => {
        throw new Error(`${error.message} It is ${seen}.`);
      });
    },
    async run(id: string, fits: (run: Run) => boolean) {
      return until(`run ${id}`, async () => {
        const run = await getRun(world.store, id);
        return run && fits(run) ? run : undefined;
      });
    },
    event: (matches: (event: BotEvent) => boolean) => until("an event", () => events.find(matches)),
    async restart({ stopBots = false, meanwhile = async () => {} } = {}) {
      // Calling it again does nothing.
      await world.engine.stop({ stopBots });
      await world.store.close();
      await meanwhile();
      Object.assign(world, await open());
      await world.engine.start();
    },
    async close() {
      await world.engine.stop({ stopBots: true });
      await world.store.close();
      await removeUnpacked(dataDir);
    },
  });
}

/** Who creates and changes bots. */
export const actor = { user_name: "judy", signed_in_by: "session" } as const satisfies Actor;

function now(): string {
  return new Date().toISOString();
}
