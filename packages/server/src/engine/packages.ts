import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import {
  type BotConfig,
  findRuntime,
  PackageError,
  type Runtime,
  type Runtimes,
  unpackArchive,
} from "@botyard/manifest";
import type { Bot } from "../model.ts";
import type { Settings } from "../settings.ts";
import { findVersion } from "../store/custom-bots.ts";
import type { Store } from "../store/database.ts";

/** A version of a custom bot, ready to be started. */
export interface ReadyPackage {
  codeDir: string;
  runtime: Runtime;
  entrypoints: { bot: string; query?: string };
  /** bot-schema.json, parsed. */
  schema: Record<string, unknown>;
}

/** The package on the disk is not what was uploaded, or is gone. */
export class PackageCorruptError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PackageCorruptError";
  }
}

const mend = "Upload the same version again, then start the bot.";

interface Known extends ReadyPackage {
  archive: string;
  sha256: string;
}

/** Verifies and unpacks packages when they are first needed, each once. */
export class Packages {
  readonly #store: Store;
  readonly #dataDir: string;
  readonly #runtimes: Runtimes;
  /** By owner, name and version: what a version is never changes. */
  readonly #known = new Map<string, Known>();
  /** The archive as it was when its hash was checked. */
  readonly #verified = new Map<string, { bytes: number; changedAt: number }>();
  readonly #preparing = new Map<string, Promise<void>>();

  constructor(store: Store, { dataDir, runtimes }: Pick<Settings, "dataDir" | "runtimes">) {
    this.#store = store;
    this.#dataDir = dataDir;
    this.#runtimes = runtimes;
  }

  /** What the version declares; nothing is unpacked for it. */
  async describe(bot: Bot): Promise<ReadyPackage> {
    return this.#lookUp(bot);
  }

  /** @throws {PackageCorruptError} */
  async ready(bot: Bot): Promise<ReadyPackage> {
    const known = await this.#lookUp(bot);
    // One at a time per archive: ten bots of one version start together after a restart of the platform.
    const preparing = this.#preparing.get(known.sha256) ?? this.#prepare(known);
    this.#preparing.set(known.sha256, preparing);
    try {
      await preparing;
    } finally {
      this.#preparing.delete(known.sha256);
    }
    return known;
  }

  async #lookUp({ ownerId, customBot, version }: Bot): Promise<Known> {
    const key = JSON.stringify([ownerId, customBot, version]);
    const known = this.#known.get(key);
    if (known) return known;
    const row = await findVersion(this.#store, ownerId, customBot, version);
    if (!row) throw new PackageCorruptError(`Version ${version} of ${customBot} is not in the store.`);
    const config = JSON.parse(row.config) as BotConfig;
    const runtime = findRuntime(row.runtime, this.#runtimes);
    if (!runtime) {
      throw new PackageCorruptError(
        `The runtime ${row.runtime} is not known to this platform. Start the platform with the runtimes file that has it (--runtimes), then start the bot.`,
      );
    }
    const found: Known = {
      archive: join(this.#dataDir, "packages", `${row.sha256}.tar.gz`),
      sha256: row.sha256,
      codeDir: join(this.#dataDir, "code", row.sha256),
      runtime,
      entrypoints: config.entrypoints,
      schema: JSON.parse(row.schema) as Record<string, unknown>,
    };
    this.#known.set(key, found);
    return found;
  }

  async #prepare({ archive, sha256, codeDir }: Known): Promise<void> {
    await this.#verify(archive, sha256);
    if (await exists(codeDir)) return;
    await mkdir(dirname(codeDir), { recursive: true, mode: 0o711 });
    try {
      await unpackArchive(archive, codeDir);
    } catch (error) {
      // Another process of ours may have been faster; what is there is whole.
      if (await exists(codeDir)) return;
      // Anything else, such as a full disk, is the platform's own trouble and may pass.
      if (!(error instanceof PackageError)) throw error;
      throw new PackageCorruptError(
        `The stored package ${sha256.slice(0, 12)} can not be unpacked: ${String(error)}`,
        {
          cause: error,
        },
      );
    }
  }

  async #verify(archive: string, sha256: string): Promise<void> {
    const stats = await stat(archive).catch((error: NodeJS.ErrnoException) => {
      throw new PackageCorruptError(
        `The stored package ${sha256.slice(0, 12)} can not be read (${error.code}). ${mend}`,
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
        `The stored package ${sha256.slice(0, 12)} was changed on the disk: its SHA-256 is now ${actual}. ${mend}`,
      );
    }
    this.#verified.set(sha256, { bytes: stats.size, changedAt: stats.ctimeMs });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
