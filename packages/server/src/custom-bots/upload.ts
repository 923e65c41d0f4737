import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import {
  type CheckedPackage,
  type Checks,
  hasErrors,
  type Problem,
  removeUnpacked,
  type Target,
} from "@botyard/manifest";
import type { Clock } from "../clock.ts";
import { InTurn } from "../concurrency/in-turn.ts";
import { type ErrorItem, PlatformError } from "../errors/platform-error.ts";
import { packageLimitsIn } from "../settings/limits.ts";
import { requireRoom } from "../settings/quotas.ts";
import type { Settings } from "../settings/settings.ts";
import type { NewVersion, ServiceStore } from "../store/index.ts";
import type { Package } from "./catalog.ts";
import { archiveFile, contentsDir, uploadsDir } from "./files.ts";
import { keepVersion, requireSame } from "./keep-version.ts";
import type { PackageFiles } from "./package-files.ts";
import { type Limit, type Received, receive } from "./receive.ts";
import { filesMissing, inUse, invalid, itemOf, requireDigest } from "./refusals.ts";
import { UploadSlots } from "./upload-slots.ts";

type UploadSettings = Pick<
  Settings,
  | ("dataDir" | "runtimes" | "uploadBytes" | "packageBytes" | "packageFiles" | "uploads" | "uploadsPerUser")
  | ("userVersions" | "userPackageBytes")
>;

export interface UploadOptions {
  store: ServiceStore;
  checks: Checks;
  files: PackageFiles;
  clock: Clock;
  settings: UploadSettings;
  target(): Promise<Target>;
}

export interface Uploaded {
  package: Package;
  /** The version already existed with the same content. */
  already: boolean;
  warnings: ErrorItem[];
}

/** Contents that were sent without paths. */
export interface SentFiles {
  files: number;
  /** Their size. */
  bytes: number;
}

/** Receives, checks and stores packages. */
export class Uploads {
  readonly #options: UploadOptions;
  readonly #slots: UploadSlots;
  /** Unpacks one package of an owner after the other, so that many uploads cannot fill the disk together. */
  readonly #checking = new InTurn();

  constructor(options: UploadOptions) {
    this.#options = options;
    this.#slots = new UploadSlots(options.settings);
  }

  /** Removes unfinished uploads of an earlier platform process. */
  async clean(): Promise<void> {
    const folder = uploadsDir(this.#options.settings.dataDir);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) await removeUnpacked(join(folder, name));
  }

  /**
   * Receives, checks and stores a package from its archive. If that fails, nothing of the upload is kept.
   * @throws {PlatformError} `too_many_uploads`, `request_timeout`, `payload_too_large`, `package_invalid`,
   * `version_exists`, `quota_exceeded`
   */
  take(ownerId: string, body: Readable, limit: Limit, expectedSha256?: string): Promise<Uploaded> {
    return this.#received(ownerId, body, { limit, expectedSha256 }, async (received) =>
      this.#unpacked(async (dir) => {
        const { checks, files, store } = this.#options;
        const checked = await checks.checkArchive(received.path, dir, await this.#rules());
        const { contentSha256, contents = [] } = checked;
        const row = this.#rowOf(ownerId, checked, { ...received, contentSha256 });
        return files.inTurn(async () => {
          const there = await store.findVersion(ownerId, row.name, row.version);
          // Also if the version exists: uploading a package again repairs contents that were changed on the disk.
          if (there) requireSame(row, there);
          if (there?.deleted_at !== null) await this.#requireRoom(row, contents);
          const record = () => keepVersion(store, row, { contents, areSent: true, at: row.created_at });
          const kept = await files.keep({ from: dir, contents, contentSha256: row.content_sha256 }, record);
          return withWarnings(kept, checked.problems);
        });
      }),
    );
  }

  /**
   * Receives, checks and stores a package from the list of its files, whose contents its user has sent.
   * @throws {PlatformError} as {@link take}, and `files_missing` with the contents to send before
   */
  takeList(ownerId: string, body: Readable, limit: Limit, expectedSha256?: string): Promise<Uploaded> {
    return this.#received(ownerId, body, { limit, expectedSha256 }, async (received) => {
      const { checks, files, store, settings } = this.#options;
      const rules = await this.#rules();
      const read = await checks.readList(received.path, rules);
      if (read.problems) throw invalid(read.problems);
      const missing = await store.missingFiles(ownerId, read.contents);
      const { contentSha256, bytes } = read;
      const list = { path: received.path, sha256: contentSha256 };
      // Those that cannot be fetched are absent, and asked for.
      const unfetched = await files.kept.fetch(list, { except: missing, patience: "forRequests" });
      const damaged = (unfetched ?? []).filter(({ what }) => what === "damaged");
      if (damaged.length > 0)
        await files.inTurn(() => files.kept.removeDamaged(damaged.map(({ sha256 }) => sha256)));
      const checked = await checks.checkStoredList(received.path, contentsDir(settings.dataDir), {
        ...rules,
        missing,
      });
      if (missing.length + checked.absent.length > 0) throw filesMissing([...missing, ...checked.absent]);
      const row = this.#rowOf(ownerId, checked, { sha256: contentSha256, contentSha256, bytes });
      return files.inTurn(async () => {
        const { contents } = checked;
        const there = await store.findVersion(ownerId, row.name, row.version);
        if (there) requireSame(row, there);
        const record = () => keepVersion(store, row, { contents, areSent: false, at: row.created_at });
        const kept = await files.keepListed({ from: received.path, contents, contentSha256 }, record);
        if (kept === "files_missing") throw filesMissing(await store.missingFiles(ownerId, read.contents));
        return withWarnings(kept, checked.problems);
      });
    });
  }

  /**
   * Receives and keeps contents of packages, in an archive whose files are named by the SHA-256 of their contents. If that
   * fails, nothing of the upload is kept.
   * @throws {PlatformError} `too_many_uploads`, `request_timeout`, `payload_too_large`, `package_invalid`,
   * `quota_exceeded`
   */
  takeFiles(ownerId: string, body: Readable, limit: Limit): Promise<SentFiles> {
    return this.#received(ownerId, body, { limit }, async (received) =>
      this.#unpacked(async (dir) => {
        const { checks, files, store, clock } = this.#options;
        const { problems, contents, ...sent } = await checks.receiveContents(
          received.path,
          dir,
          await this.#rules(),
        );
        if (hasErrors(problems)) throw invalid(problems);
        await files.inTurn(async () => {
          await this.#requireRoomFor(ownerId, contents);
          const at = clock.now().toISOString();
          await files.keep({ from: dir, contents }, () => store.addFiles(ownerId, contents, at));
        });
        return sent;
      }),
    );
  }

  /**
   * Deletes a version that no bot uses, and its contents and code unless another version has the same.
   * @throws {PlatformError} `custom_bot_not_found`, `version_in_use`
   */
  remove(ownerId: string, name: string, version: string): Promise<void> {
    const { store, files, clock, settings } = this.#options;
    return files.inTurn(async () => {
      const at = clock.now().toISOString();
      const row = await store.findVersion(ownerId, name, version);
      const contents = row && row.is_listed !== 0 ? await files.contentsOf(row.content_sha256) : [];
      const deleted = await store.deleteVersion(ownerId, { name, version, at }, contents);
      if (deleted === "unknown") throw new PlatformError("custom_bot_not_found");
      if ("usedBy" in deleted) throw inUse(name, version, deleted.usedBy);
      const { sha256, contentSha256, isShared, isArchiveShared, unneeded } = deleted;
      await files.remove(unneeded);
      if (!isArchiveShared) await rm(archiveFile(settings.dataDir, sha256), { force: true });
      if (!isShared) await files.removePackage(contentSha256);
    });
  }

  /** Receives a body and works on it; then the body is removed. */
  async #received<T>(
    ownerId: string,
    body: Readable,
    { limit, expectedSha256 }: { limit: Limit; expectedSha256?: string | undefined },
    work: (received: Received) => Promise<T>,
  ): Promise<T> {
    const free = this.#slots.take(ownerId);
    try {
      const received = await receive(body, this.#options.settings.dataDir, limit);
      try {
        requireDigest(received, expectedSha256);
        return await this.#checking.take(ownerId, () => work(received));
      } finally {
        await rm(received.path, { force: true });
      }
    } finally {
      free();
    }
  }

  /** Gives `work` the path of a folder to unpack into, and removes what it leaves there. */
  async #unpacked<T>(work: (dir: string) => Promise<T>): Promise<T> {
    const dir = join(uploadsDir(this.#options.settings.dataDir), randomUUID());
    try {
      return await work(dir);
    } finally {
      await removeUnpacked(dir);
    }
  }

  async #rules() {
    const { settings, target } = this.#options;
    return { runtimes: settings.runtimes, limits: packageLimitsIn(settings), target: await target() };
  }

  /** @throws {PlatformError} `package_invalid` */
  #rowOf(
    ownerId: string,
    checked: CheckedPackage & { unpackedBytes?: number },
    { sha256, bytes, contentSha256 }: { sha256: string; bytes: number; contentSha256: string | undefined },
  ): NewVersion {
    const { config, schema, schemaText, readme, problems, unpackedBytes } = checked;
    if (hasErrors(problems) || !config || !schema || contentSha256 === undefined) throw invalid(problems);
    return {
      owner_id: ownerId,
      name: config.name,
      version: config.version,
      model: config.type,
      runtime: config.runtime,
      config: JSON.stringify(config),
      schema: schemaText ?? JSON.stringify(schema),
      readme: readme ?? null,
      sha256,
      content_sha256: contentSha256,
      bytes,
      created_at: this.#options.clock.now().toISOString(),
      deleted_at: null,
      ...(unpackedBytes !== undefined && { unpacked_bytes: unpackedBytes }),
    };
  }

  /** Refuses a version beyond the quotas before its files are kept. The store checks them again. */
  async #requireRoom({ owner_id, created_at }: NewVersion, contents: string[]): Promise<void> {
    const { settings, store } = this.#options;
    const { versions: used } = await store.quotaUse(owner_id, created_at);
    requireRoom("versions", { used, more: 1, limit: settings.userVersions });
    await this.#requireRoomFor(owner_id, contents);
  }

  async #requireRoomFor(ownerId: string, contents: string[]): Promise<void> {
    const { settings, store, clock } = this.#options;
    const more = await store.newFileBytes(ownerId, contents);
    if (more === 0) return;
    const { package_bytes: used } = await store.quotaUse(ownerId, clock.now().toISOString());
    requireRoom("package_bytes", { used, more, limit: settings.userPackageBytes });
  }
}

function withWarnings(kept: Omit<Uploaded, "warnings"> | "files_missing", problems: Problem[]): Uploaded {
  if (kept === "files_missing") throw new Error("The contents of an archive were not stored.");
  return { ...kept, warnings: problems.map(itemOf) };
}
