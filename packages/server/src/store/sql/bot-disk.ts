import { sql } from "kysely";
import type { BotDiskRow } from "../rows.ts";
import type { Store } from "./store.ts";

/** Rows that are written in one transaction. */
const slice = 100;

export async function diskUse(store: Store): Promise<BotDiskRow[]> {
  return store.main.selectFrom("bot_disk").selectAll().execute();
}

/** Stores what bots use. They are measured again, so the connection that does not sync is enough. */
export async function keepDiskUse(store: Store, rows: readonly BotDiskRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += slice) {
    await store.lightTransaction(async (trx) => {
      for (const { bot_id, owner_id, bytes, query_bytes } of rows.slice(at, at + slice)) {
        // Not if retention has removed the bot meanwhile.
        await sql`insert into bot_disk (bot_id, owner_id, bytes, query_bytes)
          select id, ${owner_id}, ${bytes}, ${query_bytes} from bots where id = ${bot_id}
          on conflict (bot_id) do update set bytes = excluded.bytes, query_bytes = excluded.query_bytes`.execute(
          trx,
        );
      }
    });
  }
}

export async function forgetDiskUse(store: Store, botId: string): Promise<void> {
  await store.ingest.deleteFrom("bot_disk").where("bot_id", "=", botId).execute();
}
