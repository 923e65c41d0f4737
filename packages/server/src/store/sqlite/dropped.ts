import type { Dropped } from "../../model/model.ts";
import type { Store } from "./database.ts";
import { prepared } from "./prepared.ts";

interface Row {
  dropped_metrics: number;
  dropped_lines: number;
  dropped_at: string | null;
}

export async function droppedOf(store: Store, botId: string): Promise<Dropped> {
  const sql = "select dropped_metrics, dropped_lines, dropped_at from sequences where bot_id = ?";
  const row = prepared(store.raw.ingest, sql).get(botId) as Row | undefined;
  return {
    metrics: row?.dropped_metrics ?? 0,
    log_lines: row?.dropped_lines ?? 0,
    ...(row?.dropped_at != null && { last_at: row.dropped_at }),
  };
}
