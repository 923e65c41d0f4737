import type { Store } from "./store.ts";

export async function lastSeqs(
  store: Store,
  botId: string,
): Promise<{ logs: number; metrics: number; status: number }> {
  const row = await store.ingest
    .selectFrom("sequences")
    .select(["logs", "metrics", "status"])
    .where("bot_id", "=", botId)
    .executeTakeFirst();
  return row ?? { logs: 0, metrics: 0, status: 0 };
}
