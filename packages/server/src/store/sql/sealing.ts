import { sql, type Transaction } from "kysely";
import type { BotSettings } from "../../model/model.ts";
import type { ConfigRow, OwnedSecretValue } from "../rows.ts";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";

type Config = Record<string, unknown>;

export async function sealedWith(store: Store): Promise<string | undefined> {
  const row = await store.main.selectFrom("sealed_with").select("key_id").executeTakeFirst();
  return row?.key_id;
}

export async function keepSealedWith(store: Store, keyId: string): Promise<void> {
  await store.transaction(async (trx) => {
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
    .where(store.words.contains(sql.ref("config"), '"sealed:'))
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
    store.transaction(async (trx) => {
      for (const { revision, config } of rows)
        if (revision === undefined)
          await trx
            .updateTable("bots")
            .set({ config: JSON.stringify(config) })
            .where("id", "=", botId)
            .execute();
        else await putRevision(trx, botId, revision, config);
    }),
  );
}

async function putRevision(
  trx: Transaction<Tables>,
  botId: string,
  revision: number,
  config: Config,
): Promise<void> {
  const one = trx.selectFrom("bot_revisions").where("bot_id", "=", botId).where("revision", "=", revision);
  const row = await one.select("body").executeTakeFirst();
  if (!row) return;
  const body = JSON.stringify({ ...(JSON.parse(row.body) as BotSettings), config });
  await trx
    .updateTable("bot_revisions")
    .set({ body })
    .where("bot_id", "=", botId)
    .where("revision", "=", revision)
    .execute();
}

export async function sealedValues(store: Store): Promise<OwnedSecretValue[]> {
  return store.main.selectFrom("secret_versions").select(["owner_id", "name", "version", "sealed"]).execute();
}

export async function putSealedValues(store: Store, values: readonly OwnedSecretValue[]): Promise<void> {
  await store.transaction(async (trx) => {
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
