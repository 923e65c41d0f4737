import type { Dropped } from "../../model/model.ts";
import type { Store } from "./store.ts";

export async function droppedOf(store: Store, botId: string): Promise<Dropped> {
  const row = await store.ingest
    .selectFrom("sequences")
    .select(["dropped_metrics", "dropped_lines", "dropped_at"])
    .where("bot_id", "=", botId)
    .executeTakeFirst();
  return {
    metrics: row?.dropped_metrics ?? 0,
    log_lines: row?.dropped_lines ?? 0,
    ...(row?.dropped_at != null && { last_at: row.dropped_at }),
  };
}
