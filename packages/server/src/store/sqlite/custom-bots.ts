import type { Kysely, Transaction } from "kysely";
import type { DeletedVersion, Page } from "../filters.ts";
import type { NewVersion, VersionRow } from "../rows.ts";
import type { Store } from "./database.ts";
import { requireQuotas } from "./quotas.ts";
import type { Tables } from "./schema.ts";

export async function insertVersion(store: Store, row: NewVersion): Promise<boolean> {
  return store.main.transaction().execute(async (trx) => {
    if (await versionIn(trx, row)) return false;
    await requireRoomFor(trx, store, row);
    await trx.insertInto("custom_bot_versions").values(row).execute();
    return true;
  });
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

const requireRoomFor = (trx: Transaction<Tables>, store: Store, row: NewVersion) =>
  requireQuotas(trx, store.quotas, row.owner_id, {
    versions: 1,
    package_bytes: row.bytes + (row.unpacked_bytes ?? 0),
  });

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
): Promise<DeletedVersion> {
  return store.main.transaction().execute(async (trx): Promise<DeletedVersion> => {
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
      .returning("sha256")
      .executeTakeFirst();
    if (!deleted) return "unknown";
    const other = await trx
      .selectFrom("custom_bot_versions")
      .select("name")
      .where("sha256", "=", deleted.sha256)
      .where("deleted_at", "is", null)
      .limit(1)
      .executeTakeFirst();
    return { sha256: deleted.sha256, isShared: other !== undefined };
  });
}

export async function isPackageUsed(store: Store, sha256: string): Promise<boolean> {
  const user = await store.main
    .selectFrom("custom_bot_versions as versions")
    .innerJoin("bots", (join) =>
      join
        .onRef("bots.owner_id", "=", "versions.owner_id")
        .onRef("bots.custom_bot", "=", "versions.name")
        .onRef("bots.version", "=", "versions.version"),
    )
    .select("bots.id")
    .where("versions.sha256", "=", sha256)
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
): Promise<void> {
  await store.main.transaction().execute(async (trx) => {
    const row = await versionIn(trx, { owner_id, name, version });
    if (row?.deleted_at == null) return;
    await requireRoomFor(trx, store, row);
    await trx
      .updateTable("custom_bot_versions")
      .set({ deleted_at: null })
      .where("owner_id", "=", owner_id)
      .where("name", "=", name)
      .where("version", "=", version)
      .execute();
  });
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
