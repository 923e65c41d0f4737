import type { Tables } from "../sql/schema.ts";

/**
 * The tables that are copied, in an order in which each is after those that it refers to, with the columns by which its rows
 * are unique.
 */
const keys = {
  written_by: ["version"],
  sealed_with: ["key_id"],
  run_totals: ["status"],
  users: ["id"],
  api_keys: ["id"],
  sessions: ["id"],
  sign_in_links: ["hash"],
  device_sign_ins: ["device_hash"],
  idempotent_requests: ["owner_id", "key"],
  secrets: ["owner_id", "name"],
  secret_versions: ["owner_id", "name", "version"],
  network_cuts: ["owner_id", "bot_id", "host"],
  package_files: ["owner_id", "sha256"],
  custom_bot_versions: ["owner_id", "name", "version"],
  bots: ["id"],
  bot_revisions: ["bot_id", "revision"],
  bot_disk: ["bot_id"],
  bot_connections: ["bot_id", "host", "port", "reason"],
  launches: ["id"],
  runs: ["id"],
  sequences: ["bot_id"],
  status_events: ["bot_id", "seq"],
  metrics: ["bot_id", "seq"],
  log_lines: ["bot_id", "seq"],
} satisfies Record<keyof Tables, readonly string[]>;

export interface Key {
  table: string;
  key: readonly string[];
}

export const copiedTables: readonly Key[] = Object.entries(keys).map(([table, key]) => ({ table, key }));
