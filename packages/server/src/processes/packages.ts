import {
  type BotConfig,
  findRuntime,
  type Network,
  pythonAbis,
  type Runtime,
  type Runtimes,
} from "@botyard/manifest";
import type { Executor } from "@botyard/runtime";
import type { Logger } from "pino";
import {
  codeFolder,
  contentsDir,
  listFile,
  removeCode,
  sharedBytecode,
  unpackBeside,
} from "../custom-bots/files.ts";
import { PackageCorruptError, repair } from "../custom-bots/package-corrupt.ts";
import type { StoredPackages } from "../custom-bots/stored-packages.ts";
import type { Bot } from "../model/model.ts";
import type { Settings } from "../settings/settings.ts";
import type { EngineStore, VersionRow } from "../store/index.ts";
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

type Known = ReadyPackage & Code & { row: VersionRow; isLookedAt?: true };

/**
 * Verifies packages before each start, and makes their code from the stored contents if it is missing or was changed: the
 * first start after an upload or a reboot does.
 */
export class Packages {
  readonly #store: EngineStore;
  readonly #dataDir: string;
  readonly #runtimes: Runtimes;
  readonly #log: Logger | undefined;
  readonly #code: CodeCheck;
  /** By owner, name and version; a version never changes. */
  readonly #known = new Map<string, Known>();
  readonly #preparing = new Map<string, Promise<void>>();
  /** Work that removes unpacked code or adds to it. */
  readonly #changing = new Map<string, Promise<void>>();
  readonly #bytecode: Bytecode;
  readonly #stored: StoredPackages;

  constructor(
    store: EngineStore,
    stored: StoredPackages,
    executor: Executor,
    settings: Settings,
    log?: Logger,
  ) {
    this.#stored = stored;
    this.#code = new CodeCheck({
      checks: stored.checks,
      sharedBytecode: sharedBytecode(settings.dataDir),
    });
    this.#log = log;
    this.#store = store;
    this.#dataDir = settings.dataDir;
    this.#runtimes = settings.runtimes;
    const alone = (contentSha256: string, work: () => Promise<void>) => this.#alone(contentSha256, work);
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
    for (
      let work = this.#changing.get(known.contentSha256);
      work;
      work = this.#changing.get(known.contentSha256)
    )
      await work.catch(() => {});
    // One at a time per package: many bots of one version may start together after a restart of the platform.
    const preparing = this.#preparing.get(known.contentSha256) ?? this.#prepare(known);
    this.#preparing.set(known.contentSha256, preparing);
    try {
      await preparing;
    } finally {
      this.#preparing.delete(known.contentSha256);
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
    const { content_sha256: contentSha256 } = row;
    await this.#alone(contentSha256, async () => {
      if (await this.#store.isPackageUsed(contentSha256)) return;
      this.#code.forget(contentSha256);
      await removeCode(codeFolder(this.#dataDir, contentSha256));
    });
  }

  /** Runs one change of unpacked code after the other, and none while the code is being prepared for a start. */
  async #alone(contentSha256: string, work: () => Promise<void>): Promise<void> {
    const before = [this.#changing.get(contentSha256), this.#preparing.get(contentSha256)];
    const changing = Promise.allSettled(before).then(work);
    this.#changing.set(contentSha256, changing);
    try {
      await changing;
    } finally {
      if (this.#changing.get(contentSha256) === changing) this.#changing.delete(contentSha256);
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
      row,
      list: listFile(this.#dataDir, row.content_sha256),
      contentSha256: row.content_sha256,
      codeDir: codeFolder(this.#dataDir, row.content_sha256),
      runtime,
      entrypoints: config.entrypoints,
      ...(config.network !== undefined && { network: config.network }),
      schema: JSON.parse(row.schema) as Record<string, unknown>,
    };
    this.#known.set(key, found);
    return found;
  }

  async #prepare(known: Known): Promise<void> {
    const { contentSha256, codeDir, row } = known;
    await this.#stored.archived.store(row);
    row.is_listed = 1;
    let found = await this.#code.look(known);
    if (found === "list_damaged" && (await this.#stored.files.kept.fetchList(contentSha256)))
      found = await this.#code.look(known);
    if (found === "intact") return;
    if (found === "list_damaged") throw this.#listDamaged(known);
    if (found === "changed")
      this.#log?.warn(
        { package: contentSha256, folder: codeDir },
        `The unpacked code in ${codeDir} differed from its package. It was unpacked again.`,
      );
    await this.#unpack(known);
  }

  /** Makes the code of a package from the contents in the data folder, which are fetched if they are kept elsewhere. */
  async #unpack(known: Known): Promise<void> {
    const { kept } = this.#stored.files;
    const fault = await this.#makeCode(known);
    if (!fault) return;
    const unfetched = await kept.fetch({ path: known.list, sha256: known.contentSha256 });
    if (!unfetched) throw this.#damaged(known, fault);
    if (unfetched[0]) {
      // The next upload of the package sends them again.
      const sha256s = unfetched.map(({ sha256 }) => sha256);
      await this.#stored.files.inTurn(() => kept.removeDamaged(sha256s));
      throw this.#damaged(known, unfetched[0]);
    }
    const again = await this.#makeCode(known);
    if (again) throw this.#damaged(known, again);
  }

  /** Returns why the code could not be made. */
  async #makeCode(known: Known): Promise<Fault | undefined> {
    const { list, contentSha256, codeDir } = known;
    const made = await unpackBeside(codeDir, async (fresh, publish) => {
      const stored = contentsDir(this.#dataDir);
      const tree = await this.#stored.checks.makeTree({ path: list, sha256: contentSha256 }, stored, fresh);
      if ("isListDamaged" in tree) throw this.#listDamaged(known);
      if ("missing" in tree) return { path: tree.missing, what: "missing" as const };
      const [first, ...more] = await this.#code.made(fresh, tree);
      if (first) {
        // They are fetched, or the next upload of the package sends them again.
        await this.#stored.files.removeDamaged([first, ...more].map(({ sha256 }) => sha256));
        return { path: first.path, what: "damaged" as const };
      }
      await publish();
      return tree.files;
    });
    if ("what" in made) return made;
    await this.#code.published(known, made);
    return undefined;
  }

  #listDamaged({ contentSha256 }: Known): PackageCorruptError {
    const { place } = this.#stored.files.kept;
    return new PackageCorruptError(
      `The list of the stored package ${contentSha256.slice(0, 12)} is missing or damaged ${place}. ${repair}`,
    );
  }

  #damaged({ contentSha256 }: Known, { path, what }: Fault): PackageCorruptError {
    const { place } = this.#stored.files.kept;
    return new PackageCorruptError(
      `The file ${path} of the stored package ${contentSha256.slice(0, 12)} is ${what} ${place}. ${repair}`,
    );
  }
}

/** What is wrong with a content, and the path of a file that has it. */
interface Fault {
  path: string;
  what: "missing" | "damaged";
}
