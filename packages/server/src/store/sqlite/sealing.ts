import { type Expression, type SqlBool, sql } from "kysely";
import type { BotSettings } from "../../model/model.ts";
import type { ConfigRow, OwnedSecretValue } from "../rows.ts";
import type { Store } from "./database.ts";

type Config = Record<string, unknown>;

export async function sealedWith(store: Store): Promise<string | undefined> {
  const row = await store.main.selectFrom("sealed_with").select("key_id").executeTakeFirst();
  return row?.key_id;
}

export async function keepSealedWith(store: Store, keyId: string): Promise<void> {
  await store.main.transaction().execute(async (trx) => {
    await trx.deleteFrom("sealed_with").execute();
    await trx.insertInto("sealed_with").values({ key_id: keyId }).execute();
  });
}

/** Whether anything is encrypted. */
export async function hasSealed(store: Store): Promise<boolean> {
  const secret = await store.main.selectFrom("secret_versions").select("name").limit(1).executeTakeFirst();
  if (secret) return true;
  const bot = await store.main
    .selectFrom("bots")
    .select("id")
    .where(sql`instr(config, '"sealed:') > 0` as Expression<SqlBool>)
    .limit(1)
    .executeTakeFirst();
  return bot !== undefined;
}

/** Returns configs of bots, in the order of their ids. */
export async function botConfigs(store: Store, after: string, limit: number): Promise<ConfigRow[]> {
  const rows = await store.main
    .selectFrom("bots")
    .select(["id as bot_id", "owner_id", "custom_bot", "version", "config"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, config: JSON.parse(row.config) as Config }));
}

/** Returns the configs of the revisions of a bot. */
export async function revisionConfigs(store: Store, botId: string): Promise<ConfigRow[]> {
  const rows = await store.main
    .selectFrom("bot_revisions")
    .innerJoin("bots", "bots.id", "bot_revisions.bot_id")
    .select(["bot_id", "bots.owner_id", "bots.custom_bot", "bot_revisions.revision", "body"])
    .where("bot_id", "=", botId)
    .execute();
  return rows.map(({ body, ...row }) => {
    const { version, config } = JSON.parse(body) as BotSettings;
    return { ...row, version, config };
  });
}

/** Replaces the configs of a bot and of its revisions by ones that mean the same. */
export async function putConfigs(store: Store, botId: string, rows: readonly ConfigRow[]): Promise<void> {
  await store.botRows.changing([botId], () =>
    store.main.transaction().execute(async (trx) => {
      for (const { revision, config } of rows) {
        const text = JSON.stringify(config);
        if (revision === undefined)
          await trx.updateTable("bots").set({ config: text }).where("id", "=", botId).execute();
        else
          await trx
            .updateTable("bot_revisions")
            .set({ body: sql<string>`json_set(body, '$.config', json(${text}))` })
            .where("bot_id", "=", botId)
            .where("revision", "=", revision)
            .execute();
      }
    }),
  );
}

export async function sealedValues(store: Store): Promise<OwnedSecretValue[]> {
  return store.main.selectFrom("secret_versions").select(["owner_id", "name", "version", "sealed"]).execute();
}

export async function putSealedValues(store: Store, values: readonly OwnedSecretValue[]): Promise<void> {
  await store.main.transaction().execute(async (trx) => {
    for (const { owner_id, name, version, sealed } of values)
      await trx
        .updateTable("secret_versions")
        .set({ sealed })
        .where("owner_id", "=", owner_id)
        .where("name", "=", name)
        .where("version", "=", version)
        .execute();
  });
}

/** Rewrites the database, so that nothing remains in it of what was replaced. */
export async function rewrite(store: Store): Promise<void> {
  await sql`vacuum`.execute(store.main);
  await sql`pragma wal_checkpoint(truncate)`.execute(store.main);
}
