import type { Page } from "../filters.ts";
import type { Once } from "../once.ts";
import type { NewUser, UserRow } from "../rows.ts";
import { keepEffect } from "./idempotency.ts";
import type { Store } from "./store.ts";

export async function insertUser(store: Store, user: NewUser, once?: Once): Promise<boolean> {
  return store.transaction(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("users")
      .values(user)
      .onConflict((c) => c.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) return false;
    await keepEffect(trx, once, { user: user.id });
    return true;
  });
}

export async function userById(store: Store, id: string): Promise<UserRow | undefined> {
  return store.main.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function userByName(store: Store, name: string): Promise<UserRow | undefined> {
  return store.main.selectFrom("users").selectAll().where("name", "=", name).executeTakeFirst();
}

export async function firstUser(store: Store): Promise<UserRow | undefined> {
  return store.main.selectFrom("users").selectAll().orderBy("id").limit(1).executeTakeFirst();
}

export async function listUsers(store: Store, page: Page): Promise<UserRow[]> {
  return store.main
    .selectFrom("users")
    .selectAll()
    .$if(page.after !== undefined, (q) => q.where("id", ">", page.after!))
    .orderBy("id")
    .limit(page.limit)
    .execute();
}

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

export async function disableUser(store: Store, id: string, at: string, once?: Once): Promise<boolean> {
  return store.transaction(async (trx) => {
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
    await keepEffect(trx, once, { user: id });
    return true;
  });
}

export async function enableUser(
  store: Store,
  id: string,
  role?: UserRow["role"],
  once?: Once,
): Promise<void> {
  await store.transaction(async (trx) => {
    await trx
      .updateTable("users")
      .set({ disabled_at: null, ...(role !== undefined && { role }) })
      .where("id", "=", id)
      .execute();
    await keepEffect(trx, once, { user: id });
  });
}
