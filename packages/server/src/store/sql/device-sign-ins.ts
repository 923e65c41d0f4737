import { crowdedSource, type SignInBounds } from "../../selection/crowded-source.ts";
import type { Once } from "../once.ts";
import type { DeviceRow } from "../rows.ts";
import { keepEffect } from "./idempotency.ts";
import type { Store } from "./store.ts";

export async function insertDevice(
  store: Store,
  device: DeviceRow,
  bounds: SignInBounds,
  old: string,
): Promise<void> {
  await store.transaction(async (trx) => {
    await trx.deleteFrom("device_sign_ins").where("expires_at", "<=", old).execute();
    const pending = await trx
      .selectFrom("device_sign_ins")
      .select((e) => [
        ...(["source", "network"] as const),
        e.fn.countAll<number>().as("count"),
        e.fn.min("created_at").as("oldest"),
      ])
      .where("status", "=", "pending")
      .where("expires_at", ">", device.created_at)
      .groupBy(["source", "network"])
      .execute();
    const crowded = crowdedSource(pending, device, bounds);
    if (crowded !== undefined)
      await trx
        .deleteFrom("device_sign_ins")
        .where("device_hash", "=", (e) =>
          e
            .selectFrom("device_sign_ins")
            .select("device_hash")
            .where("source", "=", crowded)
            .where("status", "=", "pending")
            .where("expires_at", ">", device.created_at)
            .orderBy("created_at")
            .limit(1),
        )
        .execute();
    await trx.insertInto("device_sign_ins").values(device).execute();
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
  return store.transaction(async (trx) => {
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
