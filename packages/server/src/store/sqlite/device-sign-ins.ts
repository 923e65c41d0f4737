import type { Once } from "../once.ts";
import type { DeviceRow } from "../rows.ts";
import type { Store } from "./database.ts";
import { keepEffect } from "./idempotency.ts";

export async function insertDevice(
  store: Store,
  device: DeviceRow,
  most: number,
  old: string,
): Promise<boolean> {
  return store.main.transaction().execute(async (trx) => {
    await trx.deleteFrom("device_sign_ins").where("expires_at", "<=", old).execute();
    const { count } = await trx
      .selectFrom("device_sign_ins")
      .select((e) => e.fn.countAll<number>().as("count"))
      .where("expires_at", ">", device.created_at)
      .executeTakeFirstOrThrow();
    if (Number(count) >= most) return false;
    await trx.insertInto("device_sign_ins").values(device).execute();
    return true;
  });
}

export async function pendingDevice(
  store: Store,
  userCodeHash: string,
  now: string,
): Promise<DeviceRow | undefined> {
  return store.main
    .selectFrom("device_sign_ins")
    .selectAll()
    .where("user_code_hash", "=", userCodeHash)
    .where("status", "=", "pending")
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

export async function decideDevice(
  store: Store,
  userCodeHash: string,
  decision: { status: "approved" | "denied"; user_id: string },
  now: string,
  once?: Once,
): Promise<DeviceRow | undefined> {
  return store.main.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("device_sign_ins")
      .set(decision)
      .where("user_code_hash", "=", userCodeHash)
      .where("status", "=", "pending")
      .where("expires_at", ">", now)
      .returningAll()
      .executeTakeFirst();
    if (row) {
      const { client, scopes, created_at, expires_at } = row;
      await keepEffect(trx, once, { device: { client, scopes, created_at, expires_at } });
    }
    return row;
  });
}

export async function deviceByHash(store: Store, deviceHash: string): Promise<DeviceRow | undefined> {
  return store.main
    .selectFrom("device_sign_ins")
    .selectAll()
    .where("device_hash", "=", deviceHash)
    .executeTakeFirst();
}

export async function touchDevice(
  store: Store,
  deviceHash: string,
  polled: { polled_at: string; interval_seconds: number },
): Promise<void> {
  await store.ingest
    .updateTable("device_sign_ins")
    .set(polled)
    .where("device_hash", "=", deviceHash)
    .execute();
}

export async function takeDevice(store: Store, deviceHash: string): Promise<DeviceRow | undefined> {
  return store.main
    .deleteFrom("device_sign_ins")
    .where("device_hash", "=", deviceHash)
    .returningAll()
    .executeTakeFirst();
}
