import type { Actor, BotRevision, BotSettings } from "../../model/model.ts";
import type { Store } from "./store.ts";

/** Number of earlier configs whose secrets are still masked. */
const masked = 20;

export async function listRevisions(
  store: Store,
  botId: string,
  { before, limit }: { before?: number; limit: number },
): Promise<BotRevision[]> {
  const rows = await store.main
    .selectFrom("bot_revisions")
    .select(["revision", "body", "created_at", "actor"])
    .where("bot_id", "=", botId)
    .$if(before !== undefined, (query) => query.where("revision", "<", before!))
    .orderBy("revision", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ revision, body, created_at, actor }) => ({
    revision,
    created_at,
    ...(actor !== null && { actor: JSON.parse(actor) as Actor }),
    settings: JSON.parse(body) as BotSettings,
  }));
}

export async function pastConfigs(store: Store, botId: string): Promise<Record<string, unknown>[]> {
  const revisions = await listRevisions(store, botId, { limit: masked });
  return revisions.map(({ settings }) => settings.config);
}

export async function startedAs(
  store: Store,
  botId: string,
  revision: number,
): Promise<BotSettings | undefined> {
  const [found] = await listRevisions(store, botId, { before: revision + 1, limit: 1 });
  return found?.revision === revision ? found.settings : undefined;
}
