import type { Kysely, Transaction } from "kysely";
import type { DeletedVersion, Page } from "../filters.ts";
import type { NewVersion, StoredFiles, VersionRow } from "../rows.ts";
import { releaseFiles, useFiles } from "./package-files.ts";
import { requireQuotas } from "./quotas.ts";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";

/** Ends a transaction without a change. */
class FilesMissing extends Error {}

export async function insertVersion(
  store: Store,
  row: NewVersion,
  files?: StoredFiles,
): Promise<boolean | "files_missing"> {
  return unlessMissing(() =>
    store.transaction(async (trx) => {
      if (await versionIn(trx, row)) return false;
      await requireRoomFor(trx, store, row, files);
      await trx
        .insertInto("custom_bot_versions")
        .values({ ...row, is_listed: files ? 1 : 0 })
        .execute();
      return true;
    }),
  );
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | "files_missing"> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FilesMissing) return "files_missing";
    throw error;
  }
}

const versionIn = (
  db: Kysely<Tables>,
  { owner_id, name, version }: Pick<VersionRow, "owner_id" | "name" | "version">,
) =>
  db
    .selectFrom("custom_bot_versions")
    .selectAll()
    .where("owner_id", "=", owner_id)
    .where("name", "=", name)
    .where("version", "=", version)
    .executeTakeFirst();

async function requireRoomFor(
  trx: Transaction<Tables>,
  store: Store,
  row: NewVersion,
  files: StoredFiles | undefined,
): Promise<void> {
  await requireQuotas(store, trx, row.owner_id, {
    versions: 1,
    ...(!files && { package_bytes: row.bytes + (row.unpacked_bytes ?? 0) }),
  });
  if (files && !(await useFiles(store, trx, row.owner_id, files))) throw new FilesMissing();
}

export async function findVersion(
  store: Store,
  owner_id: string,
  name: string,
  version: string,
): Promise<VersionRow | undefined> {
  return versionIn(store.main, { owner_id, name, version });
}

export async function deleteVersion(
  store: Store,
  ownerId: string,
  { name, version, at }: { name: string; version: string; at: string },
  contents: string[] = [],
): Promise<DeletedVersion> {
  return store.transaction(async (trx): Promise<DeletedVersion> => {
    const bots = trx
      .selectFrom("bots")
      .where("owner_id", "=", ownerId)
      .where("custom_bot", "=", name)
      .where("desired", "!=", "deleted");
    const users = await bots.select("name").where("version", "=", version).orderBy("id").execute();
    // A run ends with the version that it was started with, even if its bot has another one by now.
    const running = await bots
      .select("name")
      .where((e) =>
        e.exists(
          e
            .selectFrom("runs")
            .select("runs.id")
            .whereRef("runs.bot_id", "=", "bots.id")
            .where("runs.status", "in", ["queued", "running"])
            .where("runs.version", "=", version),
        ),
      )
      .execute();
    const usedBy = [...new Set([...users, ...running].map((bot) => bot.name))];
    if (usedBy.length > 0) return { usedBy };
    const deleted = await trx
      .updateTable("custom_bot_versions")
      .set({ deleted_at: at })
      .where("owner_id", "=", ownerId)
      .where("name", "=", name)
      .where("version", "=", version)
      .where("deleted_at", "is", null)
      .returning(["sha256", "content_sha256"])
      .executeTakeFirst();
    if (!deleted) return "unknown";
    const live = trx
      .selectFrom("custom_bot_versions")
      .select("name")
      .where("deleted_at", "is", null)
      .limit(1);
    const { sha256, content_sha256: contentSha256 } = deleted;
    const other = await live.where("content_sha256", "=", contentSha256).executeTakeFirst();
    const packed = await live.where("sha256", "=", sha256).executeTakeFirst();
    const unneeded = await releaseFiles(store, trx, ownerId, contents);
    return {
      ...{ sha256, contentSha256, unneeded },
      ...{ isShared: other !== undefined, isArchiveShared: packed !== undefined },
    };
  });
}

export async function isPackageUsed(store: Store, contentSha256: string): Promise<boolean> {
  const user = await store.main
    .selectFrom("custom_bot_versions as versions")
    .innerJoin("bots", (join) =>
      join
        .onRef("bots.owner_id", "=", "versions.owner_id")
        .onRef("bots.custom_bot", "=", "versions.name")
        .onRef("bots.version", "=", "versions.version"),
    )
    .select("bots.id")
    .where("versions.content_sha256", "=", contentSha256)
    .where("bots.desired", "!=", "deleted")
    .limit(1)
    .executeTakeFirst();
  return user !== undefined;
}

export async function restoreVersion(
  store: Store,
  owner_id: string,
  name: string,
  version: string,
  files?: StoredFiles,
): Promise<"restored" | "files_missing"> {
  return unlessMissing(() =>
    store.transaction(async (trx) => {
      const row = await versionIn(trx, { owner_id, name, version });
      if (row?.deleted_at == null) return "restored" as const;
      await requireRoomFor(trx, store, row, files);
      await trx
        .updateTable("custom_bot_versions")
        .set({ deleted_at: null, ...(files && { is_listed: 1 }) })
        .where("owner_id", "=", owner_id)
        .where("name", "=", name)
        .where("version", "=", version)
        .execute();
      return "restored" as const;
    }),
  );
}

/** Returns true if the version exists and is not deleted. */
export async function isUsable(
  trx: Transaction<Tables>,
  ownerId: string,
  name: string,
  version: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom("custom_bot_versions")
    .select("name")
    .where("owner_id", "=", ownerId)
    .where("name", "=", name)
    .where("version", "=", version)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function versionsOf(
  store: Store,
  ownerId: string,
  name: string,
): Promise<Pick<VersionRow, "version" | "sha256" | "bytes" | "created_at">[]> {
  return store.main
    .selectFrom("custom_bot_versions")
    .select(["version", "sha256", "bytes", "created_at"])
    .where("owner_id", "=", ownerId)
    .where("name", "=", name)
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .orderBy("version")
    .execute();
}

export async function listCustomBots(
  store: Store,
  ownerId: string,
  page: Page,
): Promise<{ name: string; versions: { version: string; createdAt: string }[] }[]> {
  const names = await store.main
    .selectFrom("custom_bot_versions")
    .select("name")
    .distinct()
    .where("owner_id", "=", ownerId)
    .where("deleted_at", "is", null)
    .$if(page.after !== undefined, (q) => q.where("name", ">", page.after!))
    .orderBy("name")
    .limit(page.limit)
    .execute();
  const found: { name: string; versions: { version: string; createdAt: string }[] }[] = [];
  for (const { name } of names) {
    const versions = await versionsOf(store, ownerId, name);
    found.push({ name, versions: versions.map((v) => ({ version: v.version, createdAt: v.created_at })) });
  }
  return found;
}
