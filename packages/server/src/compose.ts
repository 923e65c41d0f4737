import type { AddressInfo, Socket } from "node:net";
import { ChecksApart } from "@botyard/manifest";
import type { Executor } from "@botyard/runtime";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { ScheduledBackups } from "./backup/index.ts";
import { Bots } from "./bots/bots.ts";
import { Bus } from "./bus.ts";
import type { Clock } from "./clock.ts";
import { InTurn } from "./concurrency/in-turn.ts";
import { Catalog } from "./custom-bots/catalog.ts";
import { storedPackages } from "./custom-bots/stored-packages.ts";
import { Upkeep } from "./custom-bots/upkeep.ts";
import { Uploads } from "./custom-bots/upload.ts";
import { buildApp } from "./doors/http/app.ts";
import type { Dashboard } from "./doors/http/parts.ts";
import type { Engine, EngineParts } from "./engine/engine.ts";
import { restingEngine } from "./engine/resting-engine.ts";
import { settleIn } from "./engine/settle-in.ts";
import { DatabaseFullError } from "./errors/database-full.ts";
import { isDiskFull } from "./errors/platform-error.ts";
import { isSystemError } from "./errors/system-reason.ts";
import { firstStart } from "./keys/first-start.ts";
import { Keys } from "./keys/keys.ts";
import { listen } from "./listen.ts";
import { SystemHistory } from "./measures/history.ts";
import { Measures } from "./measures/measures.ts";
import type { BotIsolation } from "./networks/index.ts";
import { loadKeys, NamedSecrets, sealStored, Vault } from "./secrets/index.ts";
import { quotaLimitsIn } from "./settings/quotas.ts";
import type { Settings } from "./settings/settings.ts";
import { statesIn } from "./state/state.ts";
import {
  DataDirUnusableError,
  giveUpReserve,
  holderOf,
  lockDataDir,
  noteElsewhere,
  openStorage,
  type Storage,
} from "./store/index.ts";
import { DeviceSignIns } from "./users/device-sign-ins.ts";
import { openCounts } from "./users/open-counts.ts";
import { Revocations } from "./users/revocations.ts";
import { Sessions } from "./users/sessions.ts";
import { SignInLinks } from "./users/sign-in-links.ts";
import { Users } from "./users/users.ts";
import { version } from "./version.ts";

export interface Ingredients {
  settings: Settings;
  clock: Clock;
  log: Logger;
  /** Creates the executor; called once this process holds the lock of the data folder. */
  executor(): Promise<Executor>;
  createEngine(parts: EngineParts): Engine;
  dashboard?: Dashboard | undefined;
  newAdminKey?: boolean | undefined;
  takeOver?: boolean | undefined;
}

/** A running platform. */
export interface Platform {
  /** `{base_url}`, without a trailing slash. */
  readonly url: string;
  /** `{api_url}`. */
  readonly apiUrl: string;
  readonly host: string;
  readonly port: number;
  /** File with the API key that this start created: set at the first start, or if no valid admin key was left. */
  readonly newKeyFile?: string;
  /** Signs a browser in once, for 15 minutes; set together with `newKeyFile`. A secret like the key. */
  readonly signInLink?: string;
  /** Current isolation of bots. While it is `undetermined`, no bot is started and the platform retries. */
  readonly isolation: BotIsolation;
  /** Why no bot is run, as a sentence with the path of the original: set if the data folder is a copy, or not that of the bots. */
  readonly copy?: string;
  /** Resolves when another process has taken over the store: this one must be closed, and its bots left to the other. */
  readonly storeLost: Promise<void>;
  /** API keys, for programs that embed the platform. */
  readonly keys: Keys;
  /** Users, likewise. */
  readonly users: Users;
  /** Stops the platform. Bots keep running; with `stopBots` they are stopped and start again with the platform. */
  close(options?: { stopBots?: boolean }): Promise<void>;
}

/** How long requests in progress may take after `close` before their connections are cut. */
const answersMs = 3_000;

const firstLinkMinutes = 15;

/**
 * Creates and starts a platform. If that fails, undoes what was done.
 *
 * @throws {PortTakenError} if another program uses the port
 * @throws {HostUnusableError} if the host is not an address of this machine
 * @throws {DataDirLockedError} if another platform uses the data folder, or the original of one that is to be taken over
 * @throws {DataDirUnusableError} if the data folder cannot be written to
 * @throws {StoreDamagedError} if the database is damaged or missing
 * @throws {StoreNewerError} if a newer platform has updated the database
 * @throws {StoreIncompleteError} if the records are a copy that is not complete
 * @throws {StoreUnusableError} if the database of a server cannot be used
 * @throws {StoreInUseError} if another platform uses that database
 */
export async function compose({
  settings,
  clock,
  log,
  executor,
  createEngine,
  dashboard,
  newAdminKey,
  takeOver = false,
}: Ingredients): Promise<Platform> {
  const undo: (() => unknown)[] = [];
  const closing = new AbortController();
  let lost = () => {};
  const storeLost = new Promise<void>((resolve) => {
    lost = resolve;
  });
  let ready = () => {};
  const started = new Promise<void>((resolve) => {
    ready = resolve;
  });
  try {
    makeRoom(settings.dataDir);
    const lock = lockDataDir(settings.dataDir);
    undo.push(() => lock.release());
    const storage = await openStorage(settings.dataDir, {
      reserveBytes: settings.reserveBytes,
      quotas: quotaLimitsIn(settings),
      ...{ version, log },
      ...(settings.databaseUrl && {
        server: {
          url: settings.databaseUrl,
          connections: settings.databaseConnections,
          holder: holderOf("the platform", settings.dataDir),
          onLost: () => lost(),
        },
      }),
    });
    undo.push(() => storage.close());

    const bus = new Bus();
    const vault = await openVault(storage, settings, log);
    const { services: store } = storage;
    const checks = new ChecksApart();
    undo.push(() => checks.close());
    const packages = storedPackages({
      ...{ store, checks, blobs: storage.blobs, dataDir: settings.dataDir, clock, log },
    });
    const upkeep = new Upkeep(packages, { clock, log, dataDir: settings.dataDir });
    undo.push(() => upkeep.stop());
    const parts = { storage, executor: await executor(), settings, vault, packages, bus, clock, log };
    const { folderId, copy } = await settleIn(parts, takeOver);
    const engine = copy === undefined ? createEngine({ ...parts, folderId }) : restingEngine(parts, copy);
    const revocations = new Revocations(clock);
    const users = new Users(store, clock, revocations);
    const keys = new Keys(store, clock, revocations);
    const sessions = new Sessions(store, clock, settings, revocations);
    const links = new SignInLinks(store, clock);
    const devices = new DeviceSignIns(store, clock, keys);
    const catalog = new Catalog(store);
    const target = () => engine.target();
    const uploads = new Uploads({ store, checks, files: packages.files, clock, settings, target });
    await uploads.clean();
    const backups = new ScheduledBackups({ settings, clock, log });
    undo.push(() => backups.stop());
    const measures = new Measures(store, bus, settings, version);
    undo.push(() => measures.close());
    const history = new SystemHistory({ dataDir: settings.dataDir, clock, engine });
    undo.push(() => history.close());
    const bots = new Bots({ store, catalog, checks, engine, bus, clock, settings, vault });
    const app = await buildApp({
      watch: storage.watch,
      ...{ store, settings, clock, bus, engine, catalog, uploads, bots, measures, history, version },
      ...{ vault, backups, secrets: new NamedSecrets(store, vault, clock) },
      ...{ keys, users, revocations, sessions, links, devices, open: openCounts(settings) },
      states: statesIn(settings.dataDir),
      stateChanges: new InTurn(),
      ...{ log, startedAt: clock.now(), space: storage.space, started, closing: closing.signal },
      ...(dashboard && { dashboard }),
    });
    const sockets = socketsOf(app);
    undo.push(() => closeApp(app, sockets));

    // Listen before the engine starts: a platform that cannot listen must not have started bots.
    const url = await listen(app, settings);
    const newKey = await firstStart({ keys, users }, settings.dataDir, newAdminKey);
    // Not before the database has records, without which such a folder is refused.
    if (storage.home && copy === undefined) noteElsewhere(settings.dataDir);
    const link = newKey && (await links.create(newKey.userId, firstLinkMinutes));
    await engine.start();
    history.start();
    if (copy === undefined) {
      // Records that may be those of another data folder do not tell what is unused in this one.
      void upkeep.start();
      backups.start();
    }
    lock.announce(url);
    ready();

    const { port } = app.server.address() as AddressInfo;
    return {
      url,
      apiUrl: `${url}/api/v1`,
      host: settings.host,
      port,
      ...(newKey !== undefined && { newKeyFile: newKey.file }),
      ...(copy !== undefined && { copy: copy.operator }),
      ...(link && { signInLink: `${settings.publicUrl?.replace(/\/+$/, "") ?? url}${link.path}` }),
      get isolation() {
        return engine.isolation();
      },
      storeLost,
      keys,
      users,
      async close({ stopBots = false } = {}) {
        closing.abort();
        const leave = setTimeout(() => storage.stopWaiting(), answersMs);
        await closeApp(app, sockets);
        await backups.stop();
        await engine.stop({ stopBots });
        await checks.close();
        await upkeep.stop();
        measures.close();
        history.close();
        clearTimeout(leave);
        await storage.close();
        lock.release();
      },
    };
  } catch (error) {
    closing.abort();
    ready();
    for (const step of undo.reverse()) await step();
    throw concernsData(error, settings.dataDir) ? new DataDirUnusableError(settings.dataDir, error) : error;
  }
}

/** Whether a file of the data folder could not be used. The system's own messages do not say what to do. */
function concernsData(error: unknown, dataDir: string): boolean {
  if (error instanceof DatabaseFullError) return false;
  if (isDiskFull(error)) return true;
  if (!isSystemError(error)) return false;
  return error.code.startsWith("SQLITE_") || error.path?.startsWith(dataDir) === true;
}

/** Opens what encrypts secrets, and encrypts what is not yet. */
async function openVault({ services, sealing }: Storage, settings: Settings, log: Logger): Promise<Vault> {
  const keys = await loadKeys(settings, () => sealing.hasSealed());
  const vault = new Vault(keys, services);
  if (vault.obstacle !== undefined) log.error(`Secrets cannot be read. ${vault.obstacle}`);
  else await sealStored(sealing, vault, log);
  return vault;
}

function makeRoom(dataDir: string): void {
  try {
    giveUpReserve(dataDir);
  } catch (error) {
    throw new DataDirUnusableError(dataDir, error);
  }
}

async function closeApp(app: FastifyInstance, sockets: ReadonlySet<Socket>): Promise<void> {
  // All sockets: the HTTP server does not track those that were upgraded to streams.
  const cut = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, answersMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

function socketsOf(app: FastifyInstance): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  app.server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return sockets;
}
