import { PlatformError } from "../errors/platform-error.ts";
import type { NewVersion, ServiceStore, StoredFiles, VersionRow } from "../store/index.ts";
import { type Package, packageOf } from "./catalog.ts";

/** A version that was stored, or was there. */
export interface KeptVersion {
  package: Package;
  /** The version already existed with the same content. */
  already: boolean;
}

/**
 * Stores the row of a version whose contents are stored. The database decides which of two concurrent uploads wins.
 *
 * @returns `files_missing` if its user no longer has all of the contents
 * @throws {PlatformError} `version_exists`, `quota_exceeded`
 */
export async function keepVersion(
  store: ServiceStore,
  row: NewVersion,
  files: StoredFiles,
): Promise<KeptVersion | "files_missing"> {
  const { owner_id, name, version } = row;
  const inserted = await store.insertVersion(row, files);
  if (inserted === "files_missing") return "files_missing";
  if (inserted) return { package: packageOf(row), already: false };
  const there = await store.findVersion(owner_id, name, version);
  requireSame(row, there);
  if (there.deleted_at !== null) {
    if ((await store.restoreVersion(owner_id, name, version, files)) === "files_missing")
      return "files_missing";
    return { package: packageOf(there), already: false };
  }
  if (there.is_listed === 0) await store.setListed(there, files);
  return { package: packageOf(there), already: true };
}

/** @throws {PlatformError} `version_exists`, if the version exists or existed with other contents */
export function requireSame(row: NewVersion, there: VersionRow | undefined): asserts there is VersionRow {
  if (there?.content_sha256 === row.content_sha256) return;
  if (there && there.deleted_at !== null)
    throw new PlatformError(
      "version_exists",
      `"${row.name}" ${row.version} was deleted, and had different content. Raise \`version\` in bot-config.yaml.`,
    );
  throw new PlatformError(
    "version_exists",
    `"${row.name}" ${row.version} already exists with different content (SHA-256 ${there?.sha256}). Raise \`version\` in bot-config.yaml.`,
  );
}
