import type { Owner, SessionRow, SignInLinkRow } from "../rows.ts";
import type { Store } from "./store.ts";

/** The oldest sessions of a user end when it has more. */
const sessionsPerUser = 100;

export async function insertSession(store: Store, session: SessionRow, idleSince: string): Promise<void> {
  await store.transaction(async (trx) => {
    await trx.insertInto("sessions").values(session).execute();
    await trx
      .deleteFrom("sessions")
      .where((e) => e.or([e("expires_at", "<=", session.created_at), e("seen_at", "<=", idleSince)]))
      .execute();
    const kept = trx
      .selectFrom("sessions")
      .select("id")
      .where("user_id", "=", session.user_id)
      .orderBy("id", "desc")
      .limit(sessionsPerUser);
    await trx
      .deleteFrom("sessions")
      .where("user_id", "=", session.user_id)
      .where("id", "not in", kept)
      .execute();
  });
}

export async function sessionByHash(
  store: Store,
  tokenHash: string,
): Promise<(SessionRow & Owner) | undefined> {
  return store.main
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .selectAll("sessions")
    .select(["users.name as user_name", "users.role", "users.disabled_at"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

export async function sessionSeenAt(store: Store, id: string): Promise<string | undefined> {
  const row = await store.main
    .selectFrom("sessions")
    .select("seen_at")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.seen_at;
}

/** Uses the connection that does not sync. */
export async function touchSession(store: Store, id: string, at: string): Promise<void> {
  await store.ingest.updateTable("sessions").set({ seen_at: at }).where("id", "=", id).execute();
}

export async function deleteSession(store: Store, id: string): Promise<void> {
  await store.main.deleteFrom("sessions").where("id", "=", id).execute();
}

export async function insertSignInLink(store: Store, link: SignInLinkRow, now: string): Promise<void> {
  await store.transaction(async (trx) => {
    await trx.deleteFrom("sign_in_links").where("expires_at", "<=", now).execute();
    await trx.insertInto("sign_in_links").values(link).execute();
  });
}

export async function takeSignInLink(store: Store, hash: string, now: string): Promise<string | undefined> {
  const link = await store.main
    .deleteFrom("sign_in_links")
    .where("hash", "=", hash)
    .where("expires_at", ">", now)
    .returning("user_id")
    .executeTakeFirst();
  return link?.user_id;
}
