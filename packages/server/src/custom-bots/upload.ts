import { mkdir, rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { type Checks, hasErrors, type Problem, type Target } from "@botyard/manifest";
import type { Clock } from "../clock.ts";
import { InTurn } from "../concurrency/in-turn.ts";
import { type ErrorItem, PlatformError } from "../errors/platform-error.ts";
import { packageLimitsIn } from "../settings/limits.ts";
import { requireRoom } from "../settings/quotas.ts";
import type { Settings } from "../settings/settings.ts";
import type { NewVersion, ServiceStore } from "../store/index.ts";
import { type Package, packageOf } from "./catalog.ts";
import { codeFolder, packageFile, removeCode, settle, unpackBeside, uploadsDir } from "./files.ts";
import { type Limit, type Received, receive } from "./receive.ts";
import { UploadSlots } from "./upload-slots.ts";

type UploadSettings = Pick<
  Settings,
  | ("dataDir" | "runtimes" | "uploadBytes" | "packageBytes" | "packageFiles" | "uploads" | "uploadsPerUser")
  | ("userVersions" | "userPackageBytes")
>;

export interface Uploaded {
  package: Package;
  /** The version already existed with the same content. */
  already: boolean;
  warnings: ErrorItem[];
}

/** Receives, checks and stores packages. */
export class Uploads {
  readonly #store: ServiceStore;
  readonly #clock: Clock;
  readonly #settings: UploadSettings;
  readonly #target: () => Promise<Target>;
  readonly #checks: Checks;
  readonly #slots: UploadSlots;
  #last: Promise<unknown> = Promise.resolve();
  /** Unpacks one package of an owner after the other, so that many uploads cannot fill the disk together. */
  readonly #checking = new InTurn();

  constructor(
    store: ServiceStore,
    checks: Checks,
    clock: Clock,
    settings: UploadSettings,
    target: () => Promise<Target>,
  ) {
    this.#store = store;
    this.#checks = checks;
    this.#clock = clock;
    this.#settings = settings;
    this.#target = target;
    this.#slots = new UploadSlots(settings);
  }

  /** Removes unfinished uploads of an earlier platform process. */
  async clean(): Promise<void> {
    await rm(uploadsDir(this.#settings.dataDir), { recursive: true, force: true });
    await mkdir(uploadsDir(this.#settings.dataDir), { recursive: true, mode: 0o700 });
  }

  /**
   * Receives, checks and stores a package. If that fails, nothing of the upload is kept.
   * @throws {PlatformError} `too_many_uploads`, `request_timeout`, `payload_too_large`, `package_invalid`,
   * `version_exists`, `quota_exceeded`
   */
  async take(ownerId: string, body: Readable, limit: Limit, expectedSha256?: string): Promise<Uploaded> {
    const free = this.#slots.take(ownerId);
    try {
      return await this.#take(ownerId, body, limit, expectedSha256);
    } finally {
      free();
    }
  }

  async #take(ownerId: string, body: Readable, limit: Limit, expectedSha256?: string): Promise<Uploaded> {
    const received = await receive(body, this.#settings.dataDir, limit);
    try {
      if (expectedSha256 !== undefined && expectedSha256.toLowerCase() !== received.sha256) {
        throw new PlatformError(
          "package_invalid",
          `The received package has the SHA-256 ${received.sha256}, but X-Content-SHA256 is ${expectedSha256}. Send it again.`,
        );
      }
      const codeDir = codeFolder(this.#settings.dataDir, received.sha256);
      return await this.#checking.take(ownerId, () =>
        unpackBeside(codeDir, async (fresh, publish) => {
          const { row, problems } = await this.#check(ownerId, received, fresh);
          const kept = await this.#inTurn(() => this.#keep(row, received.path, publish));
          return { ...kept, warnings: problems.map(itemOf) };
        }),
      );
    } finally {
      await rm(received.path, { force: true });
    }
  }

  /**
   * Deletes a version that no bot uses, and its archive and code unless another version has the same.
   * @throws {PlatformError} `custom_bot_not_found`, `version_in_use`
   */
  remove(ownerId: string, name: string, version: string): Promise<void> {
    return this.#inTurn(async () => {
      const at = this.#clock.now().toISOString();
      const deleted = await this.#store.deleteVersion(ownerId, { name, version, at });
      if (deleted === "unknown") throw new PlatformError("custom_bot_not_found");
      if ("usedBy" in deleted) throw inUse(name, version, deleted.usedBy);
      if (deleted.isShared) return;
      await rm(packageFile(this.#settings.dataDir, deleted.sha256), { force: true });
      await removeCode(codeFolder(this.#settings.dataDir, deleted.sha256));
    });
  }

  /** Runs one change of the stored archives after the other: the same archive may belong to several versions. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Unpacks and checks a package. */
  async #check(
    ownerId: string,
    { path, sha256, bytes }: Received,
    codeDir: string,
  ): Promise<{ row: NewVersion; problems: Problem[] }> {
    const checked = await this.#checks.checkArchive(path, codeDir, {
      runtimes: this.#settings.runtimes,
      limits: packageLimitsIn(this.#settings),
      target: await this.#target(),
    });
    const { config, schema, readme, contentSha256, unpackedBytes, problems } = checked;
    if (hasErrors(problems) || !config || !schema || contentSha256 === undefined) {
      const count = problems.filter((problem) => problem.severity === "error").length;
      throw new PlatformError(
        "package_invalid",
        `The package has ${count} ${count === 1 ? "problem" : "problems"}.`,
        {
          errors: problems.map(itemOf),
        },
      );
    }
    const row: NewVersion = {
      owner_id: ownerId,
      name: config.name,
      version: config.version,
      model: config.type,
      runtime: config.runtime,
      config: JSON.stringify(config),
      schema: checked.schemaText ?? JSON.stringify(schema),
      readme: readme ?? null,
      sha256,
      content_sha256: contentSha256,
      bytes,
      created_at: this.#clock.now().toISOString(),
      deleted_at: null,
      ...(unpackedBytes !== undefined && { unpacked_bytes: unpackedBytes }),
    };
    return { row, problems };
  }

  /** Stores the archive and its code before its row; the database decides which of two concurrent uploads wins. */
  async #keep(
    row: NewVersion,
    path: string,
    publish: () => Promise<void>,
  ): Promise<Omit<Uploaded, "warnings">> {
    let there = await this.#store.findVersion(row.owner_id, row.name, row.version);
    if (!there || (there.deleted_at !== null && there.sha256 === row.sha256)) await this.#requireRoom(row);
    // Also if the version exists: uploading a package again repairs an archive that was changed on the disk.
    if (!there || there.sha256 === row.sha256) {
      await settle(path, packageFile(this.#settings.dataDir, row.sha256));
      await publish();
    }
    if (!there) {
      if (await this.#store.insertVersion(row)) return { package: packageOf(row), already: false };
      there = await this.#store.findVersion(row.owner_id, row.name, row.version);
    }
    if (there && there.deleted_at !== null && there.sha256 === row.sha256) {
      await this.#store.restoreVersion(row.owner_id, row.name, row.version);
      return { package: packageOf(there), already: false };
    }
    if (there && there.deleted_at !== null) {
      throw new PlatformError(
        "version_exists",
        `"${row.name}" ${row.version} was deleted, and had different content. Raise \`version\` in bot-config.yaml.`,
      );
    }
    if (there?.content_sha256 === row.content_sha256) return { package: packageOf(there), already: true };
    throw new PlatformError(
      "version_exists",
      `"${row.name}" ${row.version} already exists with different content (SHA-256 ${there?.sha256}). Raise \`version\` in bot-config.yaml.`,
    );
  }

  /** Refuses a version beyond the quotas before its files are kept. The store checks them again. */
  async #requireRoom({ owner_id, created_at, bytes, unpacked_bytes = 0 }: NewVersion): Promise<void> {
    const { userVersions, userPackageBytes } = this.#settings;
    const used = await this.#store.quotaUse(owner_id, created_at);
    requireRoom("versions", { used: used.versions, more: 1, limit: userVersions });
    const more = bytes + unpacked_bytes;
    requireRoom("package_bytes", { used: used.package_bytes, more, limit: userPackageBytes });
  }
}

const namedAtMost = 10;

function inUse(name: string, version: string, bots: readonly string[]): PlatformError {
  const named = bots.slice(0, namedAtMost).map((bot) => JSON.stringify(bot));
  const more = bots.length > namedAtMost ? ` and ${bots.length - namedAtMost} more` : "";
  return new PlatformError(
    "version_in_use",
    `"${name}" ${version} is used by ${bots.length === 1 ? "the bot" : "the bots"} ${named.join(", ")}${more}.`,
  );
}

export function itemOf(problem: Problem): ErrorItem {
  const { code, file, line, column, pointer, message, next, severity } = problem;
  return {
    code,
    file,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(pointer !== undefined && { pointer }),
    detail: message,
    next,
    severity,
  };
}
