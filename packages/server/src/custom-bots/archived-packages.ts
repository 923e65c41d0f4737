import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Checks, removeUnpacked } from "@botyard/manifest";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import { InTurn } from "../concurrency/in-turn.ts";
import type { ArchivedVersion, ServiceStore } from "../store/index.ts";
import { archiveFile, uploadsDir } from "./files.ts";
import { PackageCorruptError, repair } from "./package-corrupt.ts";
import type { PackageFiles } from "./package-files.ts";

/** How long an archive is kept after its contents were stored; as long as the copy of the database that needs it. */
export const archiveKeptMs = 30 * 86_400_000;

export interface ArchivedPackagesOptions {
  store: Pick<ServiceStore, "archivedVersions" | "setListed">;
  checks: Pick<Checks, "unpackAccepted">;
  files: PackageFiles;
  dataDir: string;
  clock: Clock;
  log?: Logger | undefined;
}

/** The packages that an earlier platform stored as archives: their contents are stored once each, like all others. */
export class ArchivedPackages {
  readonly #options: ArchivedPackagesOptions;
  readonly #storing = new InTurn();

  constructor(options: ArchivedPackagesOptions) {
    this.#options = options;
  }

  /**
   * Stores the contents of a version that is an archive; does nothing for others.
   *
   * @throws {PackageCorruptError} if the archive is missing or was changed
   */
  async store(row: ArchivedVersion): Promise<void> {
    if (row.is_listed !== 0) return;
    await this.#storing.take("", () => this.#store(row));
  }

  /** Stores the contents of all archives, one after the other, until it is told to stop. Damaged ones are left. */
  async storeAll(signal: AbortSignal): Promise<void> {
    const { store, log } = this.#options;
    for (const row of await store.archivedVersions()) {
      if (signal.aborted) return;
      await this.store(row).catch((error) => {
        log?.warn(
          { err: error, package: row.sha256 },
          "An archived package could not be stored by its contents.",
        );
      });
    }
  }

  /** Removes archives whose contents were stored long ago. */
  async removeOld(): Promise<void> {
    const { dataDir, store, clock } = this.#options;
    const left = new Set((await store.archivedVersions()).map(({ sha256 }) => sha256));
    const before = clock.now().getTime() - archiveKeptMs;
    const folder = join(dataDir, "packages");
    for (const name of await readdir(folder).catch(() => [])) {
      const sha256 = name.match(/^([0-9a-f]{64})\.tar\.gz$/)?.[1];
      if (sha256 === undefined || left.has(sha256)) continue;
      const file = archiveFile(dataDir, sha256);
      const stats = await stat(file).catch(() => undefined);
      if (stats !== undefined && stats.mtimeMs < before) await rm(file, { force: true });
    }
  }

  async #store(row: ArchivedVersion): Promise<void> {
    const { checks, files, store, dataDir, clock } = this.#options;
    const archive = archiveFile(dataDir, row.sha256);
    await verify(archive, row.sha256);
    await mkdir(uploadsDir(dataDir), { recursive: true, mode: 0o700 });
    const from = join(uploadsDir(dataDir), randomUUID());
    try {
      const unpacked = await checks.unpackAccepted(archive, from);
      const short = row.sha256.slice(0, 12);
      if ("fault" in unpacked)
        throw new PackageCorruptError(`The stored package ${short} cannot be unpacked: ${unpacked.fault}`);
      const { contents, contentSha256 } = unpacked;
      const now = clock.now();
      await files.inTurn(() =>
        files.keep({ from, contents, contentSha256 }, () =>
          store.setListed(row, { contents, at: now.toISOString() }),
        ),
      );
      // From now on its age counts.
      await utimes(archive, now, now);
    } finally {
      await removeUnpacked(from);
    }
  }
}

async function verify(archive: string, sha256: string): Promise<void> {
  const short = sha256.slice(0, 12);
  const hash = createHash("sha256");
  await pipeline(createReadStream(archive), hash).catch((error: NodeJS.ErrnoException) => {
    throw new PackageCorruptError(`The stored package ${short} cannot be read (${error.code}). ${repair}`, {
      cause: error,
    });
  });
  const actual = hash.digest("hex");
  if (actual === sha256) return;
  throw new PackageCorruptError(
    `The stored package ${short} was changed on the disk: its SHA-256 is now ${actual}. ${repair}`,
  );
}
