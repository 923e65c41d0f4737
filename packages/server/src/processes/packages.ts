import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import {
  acceptedLimits,
  type BotConfig,
  findRuntime,
  type Network,
  PackageError,
  pythonAbis,
  type Runtime,
  type Runtimes,
  unpackArchive,
} from "@botyard/manifest";
import type { Executor } from "@botyard/runtime";
import type { Logger } from "pino";
import { codeFolder, packageFile, removeCode, unpackBeside } from "../custom-bots/files.ts";
import { messageOf } from "../errors/platform-error.ts";
import type { Bot } from "../model/model.ts";
import type { Settings } from "../settings/settings.ts";
import type { EngineStore } from "../store/index.ts";
import { Bytecode } from "./bytecode.ts";
import { type Code, CodeCheck } from "./code-check.ts";

/** A version of a custom bot whose code is unpacked. */
export interface ReadyPackage {
  codeDir: string;
  runtime: Runtime;
  /** Interfaces of Python, such as `cp311`, one of which its compiled modules need; absent: any will do. */
  abis?: readonly string[];
  entrypoints: { bot: string; query?: string };
  /** What it asks to connect to. */
  network?: Network;
  /** bot-schema.json, parsed. */
  schema: Record<string, unknown>;
}

/** The stored package is missing or differs from the upload, or its runtime is unknown. */
export class PackageCorruptError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PackageCorruptError";
  }
}

const repair = "Upload the same version again (platform custom-bot deploy --again), then start the bot.";

type Known = ReadyPackage & Code & { isLookedAt?: true };

/**
 * Verifies packages before each start, and unpacks them if their code is missing or was changed: an upload leaves its
 * code unpacked, but a reboot removes it.
 */
export class Packages {
  readonly #store: EngineStore;
  readonly #dataDir: string;
  readonly #runtimes: Runtimes;
  readonly #log: Logger | undefined;
  readonly #code = new CodeCheck();
  /** By owner, name and version; a version never changes. */
  readonly #known = new Map<string, Known>();
  /** Size and change time of the archives whose hash was checked. */
  readonly #verified = new Map<string, { bytes: number; changedAt: number }>();
  readonly #preparing = new Map<string, Promise<void>>();
  /** Work that removes unpacked code or adds to it. */
  readonly #changing = new Map<string, Promise<void>>();
  readonly #bytecode: Bytecode;

  constructor(store: EngineStore, executor: Executor, settings: Settings, log?: Logger) {
    this.#log = log;
    this.#store = store;
    this.#dataDir = settings.dataDir;
    this.#runtimes = settings.runtimes;
    const alone = (sha256: string, work: () => Promise<void>) => this.#alone(sha256, work);
    this.#bytecode = new Bytecode({ executor, settings, code: this.#code, alone, log });
  }

  /** Returns what the version declares, without unpacking it. */
  async describe(bot: Bot): Promise<ReadyPackage> {
    return this.#lookUp(bot);
  }

  /**
   * Verifies and unpacks the package of a bot.
   * @throws {PackageCorruptError} if the package is missing or differs from the upload, or its runtime is unknown
   */
  async ready(bot: Bot): Promise<ReadyPackage> {
    const known = await this.#lookUp(bot);
    for (let work = this.#changing.get(known.sha256); work; work = this.#changing.get(known.sha256))
      await work.catch(() => {});
    // One at a time per archive: many bots of one version may start together after a restart of the platform.
    const preparing = this.#preparing.get(known.sha256) ?? this.#prepare(known);
    this.#preparing.set(known.sha256, preparing);
    try {
      await preparing;
    } finally {
      this.#preparing.delete(known.sha256);
    }
    await this.#lookAtModules(known);
    await this.#bytecode.ensure(known);
    return known;
  }

  /** Finds out which Python the compiled modules need, since a runtime may name several. */
  async #lookAtModules(known: Known): Promise<void> {
    if (known.isLookedAt || !known.runtime.entryExtensions.includes(".py")) return;
    const abis = await pythonAbis(known.codeDir);
    Object.assign(known, { isLookedAt: true, ...(abis && { abis }) });
  }

  /** Ends work that no start waits for. */
  stop(): Promise<void> {
    return this.#bytecode.stop();
  }

  /** Removes the unpacked code of a deleted bot's package, unless another bot has the same package. */
  async release({ owner_id: ownerId, custom_bot: customBot, version }: Bot): Promise<void> {
    const row = await this.#store.findVersion(ownerId, customBot, version);
    if (!row) return;
    await this.#alone(row.sha256, async () => {
      if (await this.#store.isPackageUsed(row.sha256)) return;
      this.#code.forget(row.sha256);
      await removeCode(codeFolder(this.#dataDir, row.sha256));
    });
  }

  /** Runs one change of unpacked code after the other, and none while the code is being prepared for a start. */
  async #alone(sha256: string, work: () => Promise<void>): Promise<void> {
    const before = [this.#changing.get(sha256), this.#preparing.get(sha256)];
    const changing = Promise.allSettled(before).then(work);
    this.#changing.set(sha256, changing);
    try {
      await changing;
    } finally {
      if (this.#changing.get(sha256) === changing) this.#changing.delete(sha256);
    }
  }

  async #lookUp({ owner_id: ownerId, custom_bot: customBot, version }: Bot): Promise<Known> {
    const key = JSON.stringify([ownerId, customBot, version]);
    const known = this.#known.get(key);
    if (known) return known;
    const row = await this.#store.findVersion(ownerId, customBot, version);
    if (!row) throw new PackageCorruptError(`Version ${version} of ${customBot} is not in the store.`);
    const config = JSON.parse(row.config) as BotConfig;
    const runtime = findRuntime(row.runtime, this.#runtimes);
    if (!runtime) {
      throw new PackageCorruptError(
        `The runtime ${row.runtime} is unknown to this platform. Start the platform with a runtimes file that defines it (--runtimes), then start the bot.`,
      );
    }
    const found: Known = {
      archive: packageFile(this.#dataDir, row.sha256),
      sha256: row.sha256,
      codeDir: codeFolder(this.#dataDir, row.sha256),
      runtime,
      entrypoints: config.entrypoints,
      ...(config.network !== undefined && { network: config.network }),
      schema: JSON.parse(row.schema) as Record<string, unknown>,
    };
    this.#known.set(key, found);
    return found;
  }

  async #prepare(known: Known): Promise<void> {
    const { archive, sha256, codeDir } = known;
    await this.#verify(archive, sha256);
    const found = await this.#code.look(known);
    if (found === "intact") return;
    if (found === "changed")
      this.#log?.warn(
        { package: sha256, folder: codeDir },
        `The unpacked code in ${codeDir} differed from its package. It was unpacked again.`,
      );
    try {
      await unpackBeside(codeDir, async (fresh, publish) => {
        await unpackArchive(archive, fresh, { limits: acceptedLimits });
        await publish();
      });
      await this.#code.unpacked(known);
    } catch (error) {
      // Any other error, such as a full disk, is not caused by the package and may pass.
      if (!(error instanceof PackageError)) throw error;
      throw new PackageCorruptError(
        `The stored package ${sha256.slice(0, 12)} cannot be unpacked: ${messageOf(error)}`,
        {
          cause: error,
        },
      );
    }
  }

  async #verify(archive: string, sha256: string): Promise<void> {
    const stats = await stat(archive).catch((error: NodeJS.ErrnoException) => {
      throw new PackageCorruptError(
        `The stored package ${sha256.slice(0, 12)} cannot be read (${error.code}). ${repair}`,
        {
          cause: error,
        },
      );
    });
    const checked = this.#verified.get(sha256);
    if (checked?.bytes === stats.size && checked.changedAt === stats.ctimeMs) return;
    const hash = createHash("sha256");
    await pipeline(createReadStream(archive), hash);
    const actual = hash.digest("hex");
    if (actual !== sha256) {
      throw new PackageCorruptError(
        `The stored package ${sha256.slice(0, 12)} was changed on the disk: its SHA-256 is now ${actual}. ${repair}`,
      );
    }
    this.#verified.set(sha256, { bytes: stats.size, changedAt: stats.ctimeMs });
  }
}
