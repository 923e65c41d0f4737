import { setImmediate } from "node:timers/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import { requireRoom } from "../../settings/quotas.ts";
import type { ArchivedVersion, StoredFiles, VersionRow } from "../rows.ts";
import { countOf } from "./quotas.ts";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";
import type { Words } from "./words.ts";

/** How many unused contents are removed at once. */
const together = 1_000;

/** Returns the contents that a user does not have, each once. */
export async function missingFiles(store: Store, ownerId: string, parts: string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const part of parts) {
    const { rows } = await sql<{
      sha256: string;
    }>`select distinct value as sha256 from ${store.words.texts(part)}
      where not exists (select 1 from package_files where owner_id = ${ownerId} and sha256 = given.value)`.execute(
      store.main,
    );
    missing.push(...rows.map(({ sha256 }) => sha256));
    await setImmediate();
  }
  return missing;
}

/** Returns what those of the contents use on the disk that a user does not have. */
export async function newFileBytes(store: Store, ownerId: string, parts: string[]): Promise<number> {
  let bytes = 0;
  for (const part of parts) {
    const { rows } = await sql<{
      bytes: number | null;
    }>`select sum(given.bytes) as bytes from ${store.words.contents(part)}
      where not exists (select 1 from package_files where owner_id = ${ownerId} and sha256 = given.sha256)`.execute(
      store.main,
    );
    bytes += Number(rows[0]?.bytes ?? 0);
    await setImmediate();
  }
  return bytes;
}

/**
 * Stores that a user has sent contents, which no version has yet.
 * @throws {PlatformError} `quota_exceeded`
 */
export async function addFiles(store: Store, ownerId: string, parts: string[], at: string): Promise<void> {
  await store.transaction((trx) =>
    withinQuota(store, trx, ownerId, () => upsert(store, trx, ownerId, parts, { versions: 0, at })),
  );
}

/**
 * Counts one version more for its contents. Returns false, and the caller must roll back, if the user has not sent all of
 * them.
 * @throws {PlatformError} `quota_exceeded`
 */
export async function useFiles(
  store: Store,
  trx: Transaction<Tables>,
  ownerId: string,
  { contents, areSent, at }: StoredFiles,
): Promise<boolean> {
  let isComplete = true;
  await withinQuota(store, trx, ownerId, async () => {
    if (areSent) return upsert(store, trx, ownerId, contents, { versions: 1, at });
    for (const part of contents) isComplete &&= await count(store, trx, ownerId, { part, at });
  });
  return isComplete;
}

async function upsert(
  { words }: Store,
  trx: Kysely<Tables>,
  ownerId: string,
  parts: string[],
  { versions, at }: { versions: number; at: string },
): Promise<void> {
  for (const part of parts) {
    await sql`insert into package_files (owner_id, sha256, bytes, versions, received_at)
      select ${ownerId}, given.sha256, given.bytes, ${versions}, ${at} from ${words.contents(part)} where true
      on conflict (owner_id, sha256) do update
        set bytes = ${words.larger(sql`package_files.bytes`, sql`excluded.bytes`)},
        versions = package_files.versions + excluded.versions, received_at = excluded.received_at`.execute(
      trx,
    );
    await setImmediate();
  }
}

/** Returns false if the user does not have all of the contents. */
async function count(
  { words }: Store,
  trx: Kysely<Tables>,
  ownerId: string,
  { part, at }: { part: string; at: string },
): Promise<boolean> {
  // An update from a table function would look at all contents of the user for each of its rows.
  const { numAffectedRows } =
    await sql`insert into package_files (owner_id, sha256, bytes, versions, received_at)
    select ${ownerId}, given.sha256, given.bytes, 1, ${at} from ${words.contents(part)}
      where exists (select 1 from package_files where owner_id = ${ownerId} and sha256 = given.sha256)
    on conflict (owner_id, sha256) do update
      set bytes = ${words.larger(sql`package_files.bytes`, sql`excluded.bytes`)},
      versions = package_files.versions + 1, received_at = excluded.received_at`.execute(trx);
  await setImmediate();
  return Number(numAffectedRows) === (JSON.parse(part) as unknown[]).length;
}

async function withinQuota(
  store: Store,
  trx: Kysely<Tables>,
  ownerId: string,
  add: () => Promise<void>,
): Promise<void> {
  if (!store.quotas) return add();
  const used = await countOf(store.words, trx, "package_bytes", ownerId);
  await add();
  const more = (await countOf(store.words, trx, "package_bytes", ownerId)) - used;
  if (more > 0) requireRoom("package_bytes", { used, more, limit: store.quotas.package_bytes });
}

/** Counts one version less for its contents, and returns those that no user has any more. */
export async function releaseFiles(
  { words }: Store,
  trx: Transaction<Tables>,
  ownerId: string,
  parts: string[],
): Promise<string[]> {
  const unneeded: string[] = [];
  for (const part of parts) {
    await sql`update package_files set versions = versions - 1
      where owner_id = ${ownerId} and versions > 0 and sha256 in (select value from ${words.texts(part)})`.execute(
      trx,
    );
    const { rows } = await sql<{ sha256: string }>`delete from package_files
      where owner_id = ${ownerId} and versions = 0 and sha256 in (select value from ${words.texts(part)})
      returning sha256`.execute(trx);
    unneeded.push(...(await ownerless(words, trx, JSON.stringify(rows.map(({ sha256 }) => sha256)))));
    await setImmediate();
  }
  return unneeded;
}

/** Returns those of the contents that no user has. */
export async function strayFiles(store: Store, part: string): Promise<string[]> {
  return ownerless(store.words, store.main, part);
}

/** Returns those of the packages that no version has. */
export async function strayPackages(store: Store, part: string): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`select value as sha256 from ${store.words.texts(part)}
    where not exists (
      select 1 from custom_bot_versions where content_sha256 = given.value and deleted_at is null)`.execute(
    store.main,
  );
  return rows.map(({ sha256 }) => sha256);
}

async function ownerless(words: Words, db: Kysely<Tables>, part: string): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`select value as sha256 from ${words.texts(part)}
    where not exists (select 1 from package_files where sha256 = given.value)`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}

/**
 * Forgets contents that no version has and that were sent before the given time.
 * @returns how many were forgotten, at most 1,000, and which of them no user has any more
 */
export async function forgetUnusedFiles(
  store: Store,
  before: string,
): Promise<{ forgotten: number; unneeded: string[] }> {
  return store.transaction(async (trx) => {
    const { rows } = await sql<{ sha256: string }>`delete from package_files where (owner_id, sha256) in (
        select owner_id, sha256 from package_files where versions = 0 and received_at < ${before}
        limit ${together})
      returning sha256`.execute(trx);
    const removed = [...new Set(rows.map(({ sha256 }) => sha256))];
    return { forgotten: rows.length, unneeded: await ownerless(store.words, trx, JSON.stringify(removed)) };
  });
}

/** Returns versions that are stored as the archives that an earlier platform kept, the oldest first. */
export async function archivedVersions(store: Store): Promise<ArchivedVersion[]> {
  return store.main
    .selectFrom("custom_bot_versions")
    .select(["owner_id", "name", "version", "sha256", "is_listed"])
    .where("is_listed", "=", sql<number>`0`)
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .execute();
}

/** Stores that a version of an earlier platform is stored as a list, whatever the quota of its user is. */
export async function setListed(
  store: Store,
  { owner_id, name, version }: Pick<VersionRow, "owner_id" | "name" | "version">,
  { contents, at }: Pick<StoredFiles, "contents" | "at">,
): Promise<void> {
  await store.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("custom_bot_versions")
      .set({ is_listed: 1 })
      .where("owner_id", "=", owner_id)
      .where("name", "=", name)
      .where("version", "=", version)
      .where("is_listed", "=", 0)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 1) await upsert(store, trx, owner_id, contents, { versions: 1, at });
  });
}
