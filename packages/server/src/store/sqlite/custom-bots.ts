import type { Page } from "../filters.ts";
import type { VersionRow } from "../rows.ts";
import type { Store } from "./database.ts";

export async function insertVersion(store: Store, row: VersionRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await store.main
    .insertInto("custom_bot_versions")
    .values(row)
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function findVersion(
  store: Store,
  ownerId: string,
  name: string,
  version: string,
): Promise<VersionRow | undefined> {
  return store.main
    .selectFrom("custom_bot_versions")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("name", "=", name)
    .where("version", "=", version)
    .executeTakeFirst();
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
