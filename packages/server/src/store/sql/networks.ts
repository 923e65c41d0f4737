import { sql } from "kysely";
import type { Actor } from "../../model/model.ts";
import type { CutScope, StoredCut } from "../engine-store.ts";
import type { Once } from "../once.ts";
import type { ConnectionRow } from "../rows.ts";
import { textOf } from "./bots.ts";
import { keepEffect } from "./idempotency.ts";
import type { Store } from "./store.ts";

/** Rows that a bot has at most of connections that were made, and as many of refused ones. Then the oldest are removed. */
const mostRows = 500;

const effectOn = ({ ownerId, botId }: CutScope, change: "cut" | "restored") => ({
  network: { ...(ownerId && { owner_id: ownerId }), ...(botId && { bot_id: botId }), change },
});

const columnsOf = ({ ownerId = "", botId = "" }: CutScope) => ({ owner_id: ownerId, bot_id: botId });

export async function cuts(store: Store): Promise<StoredCut[]> {
  const rows = await store.main.selectFrom("network_cuts").selectAll().execute();
  return rows.map(({ owner_id, bot_id, host, at, actor }) => ({
    ...(owner_id && { ownerId: owner_id }),
    ...(bot_id && { botId: bot_id }),
    ...(host && { host }),
    at,
    ...(actor !== null && { actor: JSON.parse(actor) as Actor }),
  }));
}

export async function addCut(store: Store, cut: StoredCut, once?: Once): Promise<void> {
  const { host = "", at, actor } = cut;
  await store.transaction(async (trx) => {
    await trx
      .insertInto("network_cuts")
      .values({ ...columnsOf(cut), host, at, actor: textOf(actor) })
      .onConflict((conflict) => conflict.columns(["owner_id", "bot_id", "host"]).doNothing())
      .execute();
    await keepEffect(trx, once, effectOn(cut, "cut"));
  });
}

/** Removes the cuts of exactly this scope: of one host, or all of them. */
export async function removeCuts(store: Store, scope: CutScope, host?: string, once?: Once): Promise<void> {
  const { owner_id, bot_id } = columnsOf(scope);
  await store.transaction(async (trx) => {
    await trx
      .deleteFrom("network_cuts")
      .where("owner_id", "=", owner_id)
      .where("bot_id", "=", bot_id)
      .$if(host !== undefined, (query) => query.where("host", "=", host!))
      .execute();
    await keepEffect(trx, once, effectOn(scope, "restored"));
  });
}

export async function connectionsOf(store: Store, botId: string): Promise<ConnectionRow[]> {
  return store.main
    .selectFrom("bot_connections")
    .selectAll()
    .where("bot_id", "=", botId)
    .orderBy("last_at", "desc")
    .orderBy("host")
    .orderBy("port")
    .orderBy("reason")
    .execute();
}

/** Adds to what bots have connected to. It is lost if the power fails just then, which does little harm. */
export async function addConnections(store: Store, rows: readonly ConnectionRow[]): Promise<void> {
  await store.lightTransaction(async (trx) => {
    for (const row of rows) {
      await sql`insert into bot_connections (bot_id, host, port, reason, count, sent_bytes, received_bytes, last_at)
        select id, ${row.host}, ${row.port}, ${row.reason}, ${row.count}, ${row.sent_bytes}, ${row.received_bytes},
          ${row.last_at} from bots where id = ${row.bot_id}
        on conflict (bot_id, host, port, reason) do update set count = bot_connections.count + excluded.count,
          sent_bytes = bot_connections.sent_bytes + excluded.sent_bytes,
          received_bytes = bot_connections.received_bytes + excluded.received_bytes,
          last_at = excluded.last_at`.execute(trx);
    }
    for (const botId of new Set(rows.map(({ bot_id }) => bot_id)))
      for (const isMade of [sql`reason = ''`, sql`reason <> ''`])
        await sql`delete from bot_connections where bot_id = ${botId} and ${isMade} and last_at < (
          select last_at from bot_connections where bot_id = ${botId} and ${isMade}
          order by last_at desc limit 1 offset ${mostRows - 1})`.execute(trx);
  });
}
