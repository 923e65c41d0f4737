import type { Transaction } from "kysely";
import type { Effect, KnownRequest, Once, StoredAnswer } from "../once.ts";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";

export async function requestOf(
  store: Store,
  { ownerId, key }: Pick<Once, "ownerId" | "key">,
): Promise<KnownRequest | undefined> {
  const row = await store.main
    .selectFrom("idempotent_requests")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (!row) return undefined;
  const { method, path, request_hash: requestHash, effect, status, headers, body } = row;
  return {
    ...{ method, path, requestHash },
    ...(effect !== null && { effect: JSON.parse(effect) as Effect }),
    ...(status !== null && {
      answer: { status, headers: JSON.parse(headers ?? "{}") as Record<string, string>, body: body ?? "" },
    }),
  };
}

/** Stores the effect of a request in the transaction that has it. A second effect of one key fails the transaction. */
export async function keepEffect(
  trx: Transaction<Tables>,
  once: Once | undefined,
  effect: Effect,
): Promise<void> {
  if (!once) return;
  await trx
    .insertInto("idempotent_requests")
    .values({ ...rowOf(once), effect: JSON.stringify(effect), status: null, headers: null, body: null })
    .execute();
}

export async function keepAnswer(store: Store, once: Once, answer: StoredAnswer): Promise<void> {
  const columns = { ...answer, headers: JSON.stringify(answer.headers) };
  await store.main
    .insertInto("idempotent_requests")
    .values({ ...rowOf(once), effect: null, ...columns })
    // A refusal is not the answer of a request whose effect was stored meanwhile by an earlier attempt.
    .onConflict((c) => {
      const update = c.columns(["owner_id", "key"]).doUpdateSet(columns);
      return answer.status < 400 ? update : update.where("idempotent_requests.effect", "is", null);
    })
    .execute();
}

export async function forgetRequests(store: Store, before: string): Promise<void> {
  await store.main.deleteFrom("idempotent_requests").where("created_at", "<", before).execute();
}

const rowOf = ({ ownerId, key, method, path, requestHash, at }: Once) => ({
  owner_id: ownerId,
  ...{ key, method, path },
  request_hash: requestHash,
  created_at: at,
});
