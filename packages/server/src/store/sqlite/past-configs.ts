import type { Store } from "./database.ts";

export async function pastConfigs(store: Store, botId: string): Promise<Record<string, unknown>[]> {
  const rows = await store.main
    .selectFrom("bot_revisions")
    .select("body")
    .where("bot_id", "=", botId)
    .orderBy("revision", "desc")
    .limit(20)
    .execute();
  return rows.map(({ body }) => (JSON.parse(body) as { config: Record<string, unknown> }).config);
}

export async function startedAs(
  store: Store,
  botId: string,
  revision: number,
): Promise<{ version: string; config: Record<string, unknown> } | undefined> {
  const row = await store.main
    .selectFrom("bot_revisions")
    .select("body")
    .where("bot_id", "=", botId)
    .where("revision", "=", revision)
    .executeTakeFirst();
  return row && (JSON.parse(row.body) as { version: string; config: Record<string, unknown> });
}
