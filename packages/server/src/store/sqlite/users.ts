import type { Insertable, Selectable } from "kysely";
import type { Store } from "./database.ts";
import type { Tables } from "./schema.ts";

export type UserRow = Selectable<Tables["users"]>;

/** Stores a user. Returns false if the name is taken. */
export async function insertUser(store: Store, user: Insertable<Tables["users"]>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await store.main
    .insertInto("users")
    .values(user)
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

export async function userById(store: Store, id: string): Promise<UserRow | undefined> {
  return store.main.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function userByName(store: Store, name: string): Promise<UserRow | undefined> {
  return store.main.selectFrom("users").selectAll().where("name", "=", name).executeTakeFirst();
}

/** Returns the user that the first start created. */
export async function firstUser(store: Store): Promise<UserRow | undefined> {
  return store.main.selectFrom("users").selectAll().orderBy("id").limit(1).executeTakeFirst();
}

/** Returns a page of users in the order of their creation. */
export async function listUsers(
  store: Store,
  page: { after?: string | undefined; limit: number },
): Promise<UserRow[]> {
  return store.main
    .selectFrom("users")
    .selectAll()
    .$if(page.after !== undefined, (q) => q.where("id", ">", page.after!))
    .orderBy("id")
    .limit(page.limit)
    .execute();
}

/** Returns the ids of the admins that are not disabled. */
export async function enabledAdmins(store: Store): Promise<string[]> {
  const rows = await store.main
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("disabled_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Disables a user and ends its sessions and sign-ins. Changes nothing if it is the last admin.
 *
 * @returns false if it is the last admin
 */
export async function disableUser(store: Store, id: string, at: string): Promise<boolean> {
  return store.main.transaction().execute(async (trx) => {
    const admins = await trx
      .selectFrom("users")
      .select("id")
      .where("role", "=", "admin")
      .where("disabled_at", "is", null)
      .execute();
    if (admins.length === 1 && admins[0]?.id === id) return false;
    await trx
      .updateTable("users")
      .set({ disabled_at: at })
      .where("id", "=", id)
      .where("disabled_at", "is", null)
      .execute();
    await trx.deleteFrom("sessions").where("user_id", "=", id).execute();
    await trx.deleteFrom("sign_in_links").where("user_id", "=", id).execute();
    await trx.deleteFrom("device_sign_ins").where("user_id", "=", id).execute();
    return true;
  });
}

/** Enables a user, and gives it the role if one is named. */
export async function enableUser(store: Store, id: string, role?: UserRow["role"]): Promise<void> {
  await store.main
    .updateTable("users")
    .set({ disabled_at: null, ...(role !== undefined && { role }) })
    .where("id", "=", id)
    .execute();
}
