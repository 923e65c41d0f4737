import type { Selectable } from "kysely";
import type { Role } from "../../model.ts";
import type { Store } from "./database.ts";
import type { Tables } from "./schema.ts";

export type SessionRow = Selectable<Tables["sessions"]>;

/** The oldest sessions of a user end when it has more. */
const sessionsPerUser = 100;

/** Stores a session; removes ended ones, and the oldest of a user that has too many. */
export async function insertSession(store: Store, session: SessionRow, idleSince: string): Promise<void> {
  await store.main.transaction().execute(async (trx) => {
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

/** Returns a session with its user, even if it has expired. */
export async function sessionByHash(
  store: Store,
  tokenHash: string,
): Promise<(SessionRow & { user_name: string; role: Role; disabled_at: string | null }) | undefined> {
  return store.main
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .selectAll("sessions")
    .select(["users.name as user_name", "users.role", "users.disabled_at"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

/** Updates the last use. Uses the connection that does not sync, since losing the value does little harm. */
export async function touchSession(store: Store, id: string, at: string): Promise<void> {
  await store.ingest.updateTable("sessions").set({ seen_at: at }).where("id", "=", id).execute();
}

export async function deleteSession(store: Store, id: string): Promise<void> {
  await store.main.deleteFrom("sessions").where("id", "=", id).execute();
}

/** Stores a sign-in link, and removes expired ones. */
export async function insertSignInLink(
  store: Store,
  link: Selectable<Tables["sign_in_links"]>,
  now: string,
): Promise<void> {
  await store.main.transaction().execute(async (trx) => {
    await trx.deleteFrom("sign_in_links").where("expires_at", "<=", now).execute();
    await trx.insertInto("sign_in_links").values(link).execute();
  });
}

/** Removes a sign-in link. Returns its user, unless it has expired. */
export async function takeSignInLink(store: Store, hash: string, now: string): Promise<string | undefined> {
  const link = await store.main
    .deleteFrom("sign_in_links")
    .where("hash", "=", hash)
    .where("expires_at", ">", now)
    .returning("user_id")
    .executeTakeFirst();
  return link?.user_id;
}
