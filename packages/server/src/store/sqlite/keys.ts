import type { Selectable } from "kysely";
import type { Store } from "./database.ts";
import type { Tables } from "./schema.ts";

export type KeyRow = Selectable<Tables["api_keys"]>;
export type UserRow = Selectable<Tables["users"]>;

export async function insertUser(store: Store, user: UserRow): Promise<void> {
  await store.main
    .insertInto("users")
    .values(user)
    .onConflict((c) => c.doNothing())
    .execute();
}

export async function userById(store: Store, id: string): Promise<UserRow | undefined> {
  return store.main.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function userByName(store: Store, name: string): Promise<UserRow | undefined> {
  return store.main.selectFrom("users").selectAll().where("name", "=", name).executeTakeFirst();
}

/** Returns the operator of the platform, the user that the first start created. */
export async function firstUser(store: Store): Promise<UserRow | undefined> {
  return store.main.selectFrom("users").selectAll().orderBy("id").limit(1).executeTakeFirst();
}

export async function insertKey(store: Store, key: KeyRow): Promise<void> {
  await store.main.insertInto("api_keys").values(key).execute();
}

/** Returns a key with the name of its owner, even if it is revoked or expired. */
export async function keyById(
  store: Store,
  id: string,
): Promise<(KeyRow & { user_name: string }) | undefined> {
  return store.main
    .selectFrom("api_keys")
    .innerJoin("users", "users.id", "api_keys.owner_id")
    .selectAll("api_keys")
    .select("users.name as user_name")
    .where("api_keys.id", "=", id)
    .executeTakeFirst();
}

/** Returns a page of a user's keys that are not revoked, in the order of their creation. */
export async function listKeys(
  store: Store,
  ownerId: string,
  page: { after?: { createdAt: string; id: string } | undefined; limit: number },
): Promise<KeyRow[]> {
  const { after } = page;
  return store.main
    .selectFrom("api_keys")
    .selectAll()
    .where("owner_id", "=", ownerId)
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

/** Revokes a key. Returns false if the user has no such key or it was already revoked. */
export async function revokeKey(store: Store, ownerId: string, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await store.main
    .updateTable("api_keys")
    .set({ revoked_at: at })
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Updates "last used". Uses the connection that does not sync, since losing the value does little harm. */
export async function touchKey(store: Store, id: string, at: string): Promise<void> {
  await store.ingest.updateTable("api_keys").set({ last_used_at: at }).where("id", "=", id).execute();
}
