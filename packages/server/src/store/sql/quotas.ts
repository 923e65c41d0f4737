import { type Kysely, type RawBuilder, sql } from "kysely";
import { requireRoom, type StoredQuota, storedQuotas } from "../../settings/quotas.ts";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";
import type { Words } from "./words.ts";

type Count = RawBuilder<{ used: number }>;

/** What a user has of each quota. Each count reads one index, and only the entries that count. */
const counts: Record<StoredQuota, (ownerId: string, at: string, words: Words) => Count> = {
  bots: (owner) => sql`select count(*) as used from bots
    where owner_id = ${owner} and desired in ('running', 'stopped')`,
  // A bot that was stopped or deleted has the status `stopped` once its process has ended.
  // The few unfinished runs are read first, and not all runs of the user's bots.
  processes: (owner, _at, { indexedBy }) => sql`select
    (select count(*) from bots where owner_id = ${owner} and desired = 'running' and model = 'realtime') +
    (select count(*) from bots ${indexedBy("bots_ending")} where owner_id = ${owner}
      and model = 'realtime' and desired <> 'running' and status <> 'stopped') +
    (select count(*) from runs ${indexedBy("runs_unfinished")} where status in ('queued', 'running') and exists (
      select 1 from bots where bots.id = runs.bot_id and owner_id = ${owner})) as used`,
  disk_bytes: (owner) => sql`select coalesce(sum(bytes + query_bytes), 0) as used from bot_disk
    where owner_id = ${owner}`,
  versions: (owner) => sql`select count(*) as used from custom_bot_versions
    where owner_id = ${owner} and deleted_at is null`,
  // Versions of earlier platforms count as their archives and what was unpacked of them.
  package_bytes: (owner) => sql`select
    (select coalesce(sum(bytes), 0) from package_files where owner_id = ${owner}) +
    (select coalesce(sum(bytes + unpacked_bytes), 0) from custom_bot_versions
      where owner_id = ${owner} and deleted_at is null and is_listed = 0) as used`,
  keys: (owner, at) => sql`select
    (select count(*) from api_keys where owner_id = ${owner} and revoked_at is null and expires_at is null) +
    (select count(*) from api_keys where owner_id = ${owner} and revoked_at is null and expires_at > ${at})
    as used`,
  secrets: (owner) =>
    sql`select count(*) as used from secrets where owner_id = ${owner} and deleted_at is null`,
};

/** Returns what a user has of a quota. */
export async function countOf(
  words: Words,
  db: Kysely<Tables>,
  name: StoredQuota,
  ownerId: string,
  at = "",
): Promise<number> {
  const { rows } = await counts[name](ownerId, at, words).execute(db);
  return Number(rows[0]?.used ?? 0);
}

/**
 * Refuses what would exceed a quota of a user. Call in the transaction that adds it, so that of many at once only as many
 * succeed as there is room for.
 *
 * @param more how much is added of each quota
 * @param at the time at which expired keys do not count
 * @throws {PlatformError} `quota_exceeded`
 */
export async function requireQuotas(
  { quotas: limits, words }: Pick<Store, "quotas" | "words">,
  trx: Kysely<Tables>,
  ownerId: string,
  more: Partial<Record<StoredQuota, number>>,
  at = "",
): Promise<void> {
  if (!limits) return;
  for (const name of storedQuotas) {
    const wanted = more[name];
    if (wanted === undefined) continue;
    const used = await countOf(words, trx, name, ownerId, at);
    requireRoom(name, { used, more: wanted, limit: limits[name] });
  }
}

export async function quotaUse(
  store: Store,
  ownerId: string,
  at: string,
): Promise<Record<StoredQuota, number>> {
  const found = {} as Record<StoredQuota, number>;
  for (const name of storedQuotas) found[name] = await countOf(store.words, store.main, name, ownerId, at);
  return found;
}
