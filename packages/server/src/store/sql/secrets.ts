import { sql } from "kysely";
import type { Actor } from "../../model/model.ts";
import type { SecretRow, SecretValueRow } from "../rows.ts";
import { textOf } from "./bots.ts";
import { requireQuotas } from "./quotas.ts";
import type { Store } from "./store.ts";

/** Versions whose values are kept, so that they are masked in the output of processes that still have them. */
const keptVersions = 20;

const rowOf = ({ actor, ...row }: Omit<SecretRow, "actor"> & { actor: string | null }): SecretRow => ({
  ...row,
  ...(actor !== null && { actor: JSON.parse(actor) as Actor }),
});

const shown = [
  ...(["owner_id", "name", "version", "applied_version", "created_at", "updated_at"] as const),
  ...(["actor", "last_used_at", "last_used_by"] as const),
];

export async function listSecrets(
  store: Store,
  ownerId: string,
  page: { after?: string | undefined; limit: number },
): Promise<SecretRow[]> {
  const rows = await store.main
    .selectFrom("secrets")
    .select(shown)
    .where("owner_id", "=", ownerId)
    .where("deleted_at", "is", null)
    .$if(page.after !== undefined, (query) => query.where("name", ">", page.after!))
    .orderBy("name")
    .limit(page.limit)
    .execute();
  return rows.map(rowOf);
}

export async function findSecret(
  store: Store,
  ownerId: string,
  name: string,
): Promise<SecretRow | undefined> {
  const row = await store.main
    .selectFrom("secrets")
    .select(shown)
    .where("owner_id", "=", ownerId)
    .where("name", "=", name)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row && rowOf(row);
}

/**
 * Stores a new version of a secret, which may be its first one.
 * @param seal encrypts its value as this version
 */
export async function putSecret(
  store: Store,
  {
    ownerId,
    name,
    at,
    actor,
    staged,
  }: { ownerId: string; name: string; at: string; actor: Actor; staged: boolean },
  seal: (version: number) => string,
): Promise<void> {
  await store.transaction(async (trx) => {
    const known = await trx
      .selectFrom("secrets")
      .select(["version", "applied_version", "deleted_at"])
      .where("owner_id", "=", ownerId)
      .where("name", "=", name)
      .executeTakeFirst();
    const isNew = known === undefined || known.deleted_at !== null;
    if (isNew) await requireQuotas(store, trx, ownerId, { secrets: 1 });
    const version = (known?.version ?? 0) + 1;
    const applied_version = staged && !isNew ? known.applied_version : version;
    const row = { version, applied_version, updated_at: at, actor: textOf(actor), deleted_at: null };
    await trx
      .insertInto("secrets")
      .values({ ...row, owner_id: ownerId, name, created_at: at })
      .onConflict((conflict) =>
        conflict.columns(["owner_id", "name"]).doUpdateSet({ ...row, ...(isNew && { created_at: at }) }),
      )
      .execute();
    await trx
      .insertInto("secret_versions")
      .values({ owner_id: ownerId, name, version, sealed: seal(version), created_at: at })
      .execute();
    await trx
      .deleteFrom("secret_versions")
      .where("owner_id", "=", ownerId)
      .where("name", "=", name)
      .where("version", "<=", version - keptVersions)
      .execute();
  });
}

/** Has running bots be restarted with the newest version. Returns false if there is no such secret. */
export async function applySecret(store: Store, ownerId: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await store.main
    .updateTable("secrets")
    .set((e) => ({ applied_version: e.ref("version") }))
    .where("owner_id", "=", ownerId)
    .where("name", "=", name)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteSecret(
  store: Store,
  ownerId: string,
  name: string,
  at: string,
): Promise<boolean> {
  return store.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("secrets")
      .set({ deleted_at: at })
      .where("owner_id", "=", ownerId)
      .where("name", "=", name)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    await trx
      .deleteFrom("secret_versions")
      .where("owner_id", "=", ownerId)
      .where("name", "=", name)
      .execute();
    return numUpdatedRows > 0n;
  });
}

/** Returns the bots whose config refers to a secret. */
export async function botsWithSecret(
  store: Store,
  ownerId: string,
  name: string,
): Promise<{ bot_id: string; name: string }[]> {
  // Configs are written without spaces, and names have no character that JSON escapes.
  return store.main
    .selectFrom("bots")
    .select(["id as bot_id", "name"])
    .where("owner_id", "=", ownerId)
    .where("desired", "!=", "deleted")
    .where(store.words.contains(sql.ref("config"), `{"secret":"${name}"}`))
    .orderBy("id")
    .execute();
}

export async function secretValues(
  store: Store,
  ownerId: string,
  names: readonly string[],
): Promise<SecretValueRow[]> {
  return store.main
    .selectFrom("secret_versions")
    .select(["name", "version", "sealed"])
    .where("owner_id", "=", ownerId)
    .where("name", "in", names)
    .orderBy("version", "desc")
    .execute();
}

/** Returns which version of its secrets running bots of a user must have at least. */
export async function appliedVersions(
  store: Store,
  ownerId: string,
  names: readonly string[],
): Promise<{ name: string; applied_version: number }[]> {
  return store.main
    .selectFrom("secrets")
    .select(["name", "applied_version"])
    .where("owner_id", "=", ownerId)
    .where("name", "in", names)
    .execute();
}

/** Uses the connection that does not sync. */
export async function touchSecrets(
  store: Store,
  ownerId: string,
  names: readonly string[],
  use: { at: string; botId: string },
): Promise<void> {
  await store.ingest
    .updateTable("secrets")
    .set({ last_used_at: use.at, last_used_by: use.botId })
    .where("owner_id", "=", ownerId)
    .where("name", "in", names)
    .execute();
}
