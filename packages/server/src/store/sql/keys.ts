import type { Once } from "../once.ts";
import type { KeyRow, Owner } from "../rows.ts";
import { keepEffect } from "./idempotency.ts";
import { requireQuotas } from "./quotas.ts";
import type { Store } from "./store.ts";

export async function insertKey(
  store: Store,
  key: KeyRow,
  { beyondQuota = false, once }: { beyondQuota?: boolean; once?: Once | undefined } = {},
): Promise<void> {
  await store.transaction(async (trx) => {
    if (!beyondQuota) await requireQuotas(store, trx, key.owner_id, { keys: 1 }, key.created_at);
    await trx.insertInto("api_keys").values(key).execute();
    await keepEffect(trx, once, { api_key: key.id });
  });
}

export async function keyById(store: Store, id: string): Promise<(KeyRow & Owner) | undefined> {
  return store.main
    .selectFrom("api_keys")
    .innerJoin("users", "users.id", "api_keys.owner_id")
    .selectAll("api_keys")
    .select(["users.name as user_name", "users.role", "users.disabled_at"])
    .where("api_keys.id", "=", id)
    .executeTakeFirst();
}

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

export async function keysInForce(store: Store, ownerId: string, at: string): Promise<KeyRow[]> {
  return store.main
    .selectFrom("api_keys")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("revoked_at", "is", null)
    .where((e) => e.or([e("expires_at", "is", null), e("expires_at", ">", at)]))
    .execute();
}

export async function revokeKey(
  store: Store,
  ownerId: string | undefined,
  id: string,
  at: string,
): Promise<boolean> {
  return store.transaction(async (trx) => {
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

/** Uses the connection that does not sync. */
export async function touchKey(store: Store, id: string, at: string): Promise<void> {
  await store.ingest.updateTable("api_keys").set({ last_used_at: at }).where("id", "=", id).execute();
}
