import type { StoredAnswer } from "../filters.ts";
import type { Store } from "./database.ts";

export async function takeKey(
  store: Store,
  request: { ownerId: string; key: string; method: string; path: string; requestHash: string; at: string },
): Promise<StoredAnswer | undefined> {
  const { numInsertedOrUpdatedRows } = await store.main
    .insertInto("idempotent_answers")
    .values({
      owner_id: request.ownerId,
      key: request.key,
      method: request.method,
      path: request.path,
      request_hash: request.requestHash,
      status: null,
      headers: null,
      body: null,
      created_at: request.at,
    })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows) return undefined;
  const row = await store.main
    .selectFrom("idempotent_answers")
    .selectAll()
    .where("owner_id", "=", request.ownerId)
    .where("key", "=", request.key)
    .executeTakeFirst();
  if (!row) return undefined;
  const stored = { method: row.method, path: row.path, requestHash: row.request_hash };
  if (row.status === null) return stored;
  const headers = JSON.parse(row.headers ?? "{}") as Record<string, string>;
  return { ...stored, answer: { status: row.status, headers, body: row.body ?? "" } };
}

export async function keepAnswer(
  store: Store,
  ownerId: string,
  key: string,
  answer: NonNullable<StoredAnswer["answer"]>,
): Promise<void> {
  await store.main
    .updateTable("idempotent_answers")
    .set({ status: answer.status, headers: JSON.stringify(answer.headers), body: answer.body })
    .where("owner_id", "=", ownerId)
    .where("key", "=", key)
    .execute();
}

export async function freeKey(store: Store, ownerId: string, key: string): Promise<void> {
  await store.main
    .deleteFrom("idempotent_answers")
    .where("owner_id", "=", ownerId)
    .where("key", "=", key)
    .execute();
}

export async function forgetAnswers(store: Store, before: string, unfinished: boolean): Promise<void> {
  await store.main
    .deleteFrom("idempotent_answers")
    .where((e) => e.or([e("created_at", "<", before), ...(unfinished ? [e("status", "is", null)] : [])]))
    .execute();
}
