import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { BotRevision } from "../../src/model/model.ts";
import type { SessionRow } from "../../src/store/rows.ts";
import { droppedOf } from "../../src/store/sql/dropped.ts";
import { openLaunches } from "../../src/store/sql/launches.ts";
import { removeOldMetrics } from "../../src/store/sql/retention.ts";
import { listRevisions } from "../../src/store/sql/revisions.ts";
import { insertSession, sessionByHash } from "../../src/store/sql/sessions.ts";
import { listUsers } from "../../src/store/sql/users.ts";
import { openStore } from "../../src/store/sqlite/database.ts";
import { up as addPageKeys } from "../../src/store/sqlite/migrations/0018-page-keys.ts";
import type { SqliteStore } from "../../src/store/sqlite/store.ts";

let dir: string;
let store: SqliteStore;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "botyard-store-"));
  store = await openStore(dir);
});
afterEach(async () => {
  await store.close();
  await rm(dir, { recursive: true });
});

const user = (n: number) => ({ id: `usr_${n}`, name: `user ${n}`, created_at: "2026-01-01T00:00:00.000Z" });
const pause = () => new Promise((resolve) => setImmediate(resolve));

test("writers on one connection wait for a transaction on the other instead of failing", async () => {
  const steps: string[] = [];
  const slow = store.main.transaction().execute(async (trx) => {
    await trx.insertInto("users").values(user(1)).execute();
    for (let i = 0; i < 20; i++) await pause();
    steps.push("main");
  });
  await pause();
  const insert = store.raw.ingest.prepare("insert into users (id, name, created_at) values (?, ?, ?)");
  await Promise.all([
    slow,
    store.ingestTransaction(() => insert.run("usr_2", "two", "x")).then(() => steps.push("raw")),
    store.ingest
      .insertInto("users")
      .values(user(3))
      .execute()
      .then(() => steps.push("ingest")),
  ]);
  expect(steps).toEqual(["main", "raw", "ingest"]);
  expect((await store.main.selectFrom("users").selectAll().execute()).length).toBe(3);
});

test("statements of other callers do not run inside an open transaction", async () => {
  const failed = store.main
    .transaction()
    .execute(async (trx) => {
      await trx.insertInto("users").values(user(1)).execute();
      for (let i = 0; i < 20; i++) await pause();
      throw new Error("no");
    })
    .catch(() => "rolled back");
  await pause();
  const others = [
    store.main.insertInto("users").values(user(2)).execute(),
    store.main.selectFrom("users").select("id").execute(),
  ];
  expect(await failed).toBe("rolled back");
  expect((await Promise.all(others))[1]).toEqual([{ id: "usr_2" }]);
});

test("a failed transaction is rolled back and admits the next writer", async () => {
  await expect(
    store.main.transaction().execute(async (trx) => {
      await trx.insertInto("users").values(user(1)).execute();
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await store.ingest.selectFrom("users").selectAll().execute()).toEqual([]);
  await expect(
    store.ingestTransaction(() => {
      throw new Error("raw no");
    }),
  ).rejects.toThrow("raw no");
  await store.main.insertInto("users").values(user(2)).execute();
  expect(await store.ingest.selectFrom("users").select("id").execute()).toEqual([{ id: "usr_2" }]);
});

test("opening an existing store keeps its content", async () => {
  await store.main.insertInto("users").values(user(1)).execute();
  await store.close();
  store = await openStore(dir);
  expect(await store.main.selectFrom("users").select("id").execute()).toEqual([{ id: "usr_1" }]);
});

test("a write-ahead log that another program has open is not truncated to the size of the reserve", async () => {
  await store.close();
  store = await openStore(dir, { reserveBytes: 64 * 1024 });
  const reader = new Database(join(dir, "platform.db"));
  reader.exec("begin; select * from users");
  const name = "n".repeat(4096);
  for (let n = 0; n < 100; n++)
    await store.main
      .insertInto("users")
      .values({ ...user(n), name: `${name}${n}` })
      .execute();
  await store.close();
  reader.close();
  store = await openStore(dir);
  const { count } = await store.main
    .selectFrom("users")
    .select((e) => e.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(100);
});

test("a migrated database has no dropped output, its bots have the usual start deadline and the network of the host, its metrics expire by their own time, its query servers are found, and its first user is an admin", async () => {
  await store.close();
  const old = new Database(join(dir, "platform.db"));
  old.pragma("foreign_keys = off");
  old.exec(`
    alter table metrics drop column ingested_at;
    alter table metrics drop column emitted_at;
    alter table log_lines drop column dropped_metrics;
    alter table sequences drop column dropped_lines;
    alter table sequences drop column dropped_metrics;
    alter table sequences drop column dropped_at;
    alter table runs drop column ended_by;
    alter table runs drop column traceparent;
    alter table runs drop column tracestate;
    alter table launches add column port integer;
    insert into launches
      (id, bot_id, kind, generation, revision, dir, record, state, port, created_at, stdout_offset, stderr_offset)
    values
      ('launch_1', 'bot_1', 'query-server', 1, 1, '/d', '{"id":"launch_1"}', 'running', 4711, '2026-01-01', 0, 0),
      ('launch_2', 'bot_1', 'bot', 1, 1, '/d', '{"id":"launch_2"}', 'running', null, '2026-01-01', 0, 0);
    alter table users drop column role;
    alter table users drop column disabled_at;
    drop table sessions;
    drop table sign_in_links;
    drop table device_sign_ins;
    drop table run_totals;
    insert into users (id, name, created_at) values ('usr_2', 'later', 'x'), ('usr_1', 'first', 'x');
    insert into sequences (bot_id, logs, metrics, status) values ('bot_1', 0, 1, 0);
    drop index runs_by_time;
    drop index log_lines_errors;
    alter table bots drop column asked_by;
    alter table bots drop column network;
    alter table bots drop column resources;
    alter table bots drop column labels;
    alter table launches drop column secrets;
    drop table secrets;
    drop table secret_versions;
    drop table sealed_with;
    drop table written_by;
    drop table network_cuts;
    drop table bot_connections;
    alter table bots add column next_tick_at text;
    alter table status_events drop column revision;
    alter table status_events drop column actor;
    alter table bot_revisions drop column actor;
    alter table idempotent_requests drop column effect;
    alter table idempotent_requests rename to idempotent_answers;
    drop table bot_disk;
    drop table package_files;
    drop index custom_bot_versions_archived;
    drop index custom_bot_versions_by_content;
    drop index custom_bot_versions_counted;
    alter table custom_bot_versions drop column is_listed;
    drop index bots_counted;
    drop index bots_ending;
    drop index api_keys_counted;
    drop index runs_unfinished;
    alter table custom_bot_versions drop column unpacked_bytes;
    drop index custom_bot_versions_by_package;
    alter table custom_bot_versions drop column deleted_at;
    alter table bots drop column start_deadline_seconds;
    alter table runs drop column start_deadline_seconds;
    alter table runs drop column late_seconds;
    insert into bot_revisions (bot_id, revision, body, created_at) values ('bot_1', 1, '{"name":"b"}', 'x');
    delete from kysely_migration where name >= '0002';
    insert into metrics (bot_id, seq, type, time, data) values ('bot_1', 1, 'a', '2026-01-01T00:00:00.000Z', '{}');
  `);
  old.close();
  store = await openStore(dir);
  expect(await droppedOf(store, "bot_1")).toEqual({ metrics: 0, log_lines: 0 });
  expect((await listUsers(store, { limit: 5 })).map(({ role }) => role)).toEqual(["admin", "user"]);
  const [{ settings }] = (await listRevisions(store, "bot_1", { limit: 5 })) as [BotRevision];
  expect(settings).toEqual({ name: "b", start_deadline_seconds: 60, network: "host" });
  const left = () => store.main.selectFrom("metrics").select(["seq", "ingested_at"]).execute();
  await removeOldMetrics(store, "bot_1", "2025-12-31T00:00:00.000Z");
  expect(await left()).toEqual([{ seq: 1, ingested_at: null }]);
  await removeOldMetrics(store, "bot_1", "2026-01-02T00:00:00.000Z");
  expect(await left()).toEqual([]);
  expect((await openLaunches(store)).map(({ record }) => record)).toEqual([
    { id: "launch_1", address: { host: "127.0.0.1", port: 4711 } },
    { id: "launch_2" },
  ]);
});

test("sessions of before they had a page key end with the update, and others can be opened", async () => {
  const owner = user(1);
  await store.main.insertInto("users").values(owner).execute();
  const times = { created_at: "2026-01-01", seen_at: "2026-01-01", expires_at: "2126-01-01" };
  const session = { id: "ses_1", user_id: owner.id, token_hash: "t", key_id: null, scopes: "[]", ...times };
  await sql`alter table sessions drop column page_key_hash`.execute(store.main);
  await store.main
    .insertInto("sessions")
    .values(session as SessionRow)
    .execute();
  await addPageKeys(store.main as unknown as Kysely<unknown>);
  expect(await store.main.selectFrom("sessions").selectAll().execute()).toEqual([]);
  await insertSession(store, { ...session, page_key_hash: "p" }, "2025-01-01");
  expect(await sessionByHash(store, "t")).toMatchObject({ id: "ses_1", page_key_hash: "p" });
});

test("changes by users are synced at once, output of bots later", async () => {
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(store.main);
  expect(rows).toEqual([{ synchronous: 2 }]);
  expect(store.raw.ingest.pragma("synchronous", { simple: true })).toBe(1);
  expect(store.raw.ingest.pragma("journal_mode", { simple: true })).toBe("wal");
});
