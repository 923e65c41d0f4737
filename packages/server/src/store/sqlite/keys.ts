import type { Selectable } from "kysely";
import type { Role } from "../../model.ts";
import type { Store } from "./database.ts";
import type { Tables } from "./schema.ts";

export type KeyRow = Selectable<Tables["api_keys"]>;

export async function insertKey(store: Store, key: KeyRow): Promise<void> {
  await store.main.insertInto("api_keys").values(key).execute();
}

/** A key and its owner. */
export type OwnedKey = KeyRow & { user_name: string; role: Role; disabled_at: string | null };

/** Returns a key with its owner, even if it is revoked or expired. */
export async function keyById(store: Store, id: string): Promise<OwnedKey | undefined> {
  return store.main
    .selectFrom("api_keys")
    .innerJoin("users", "users.id", "api_keys.owner_id")
    .selectAll("api_keys")
    .select(["users.name as user_name", "users.role", "users.disabled_at"])
    .where("api_keys.id", "=", id)
    .executeTakeFirst();
}

/** Returns a page of the keys of a user, or of all users, that are not revoked, in the order of their creation. */
export async function listKeys(
  store: Store,
  ownerId: string | undefined,
  page: { after?: { createdAt: string; id: string } | undefined; limit: number },
): Promise<KeyRow[]> {
  const { after } = page;
  return store.main
    .selectFrom("api_keys")
    .selectAll()
    .$if(ownerId !== undefined, (q) => q.where("owner_id", "=", ownerId!))
    .where("revoked_at", "is", null)
    .$if(after !== undefined, (q) =>
      q.where((e) =>
        e.or([
          e("created_at", ">", after!.createdAt),
          e.and([e("created_at", "=", after!.createdAt), e("id", ">", after!.id)]),
        ]),
      ),
    )
    .orderBy("created_at")
    .orderBy("id")
    .limit(page.limit)
    .execute();
}

/** Returns a user's keys that are neither revoked nor expired at the given time. */
export async function keysInForce(store: Store, ownerId: string, at: string): Promise<KeyRow[]> {
  return store.main
    .selectFrom("api_keys")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("revoked_at", "is", null)
    .where((e) => e.or([e("expires_at", "is", null), e("expires_at", ">", at)]))
    .execute();
}

/**
 * Revokes a key of a user, or of any user, and ends the sessions that were opened with it.
 *
 * @returns false if there is no such key or it was already revoked
 */
export async function revokeKey(
  store: Store,
  ownerId: string | undefined,
  id: string,
  at: string,
): Promise<boolean> {
  return store.main.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("api_keys")
      .set({ revoked_at: at })
      .$if(ownerId !== undefined, (q) => q.where("owner_id", "=", ownerId!))
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await trx.deleteFrom("sessions").where("key_id", "=", id).execute();
    return true;
  });
}

/** Updates "last used". Uses the connection that does not sync, since losing the value does little harm. */
export async function touchKey(store: Store, id: string, at: string): Promise<void> {
  await store.ingest.updateTable("api_keys").set({ last_used_at: at }).where("id", "=", id).execute();
}
