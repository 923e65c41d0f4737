import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listLogs, summarizeLogs } from "../../src/store/sql/logs.ts";
import { latestMetrics, listMetrics, metricPage, metricsAfter } from "../../src/store/sql/metrics.ts";
import { countRuns, listRuns, runsOfTicks } from "../../src/store/sql/runs.ts";
import { openStore } from "../../src/store/sqlite/database.ts";
import { LongReads, sliceRows } from "../../src/store/sqlite/long-reads.ts";
import { metricsAtOnce } from "../../src/store/sqlite/metric-scan.ts";
import { ownVerbs } from "../../src/store/sqlite/own-verbs.ts";
import type { SqliteStore } from "../../src/store/sqlite/store.ts";
import { Turns, turnMs } from "../../src/store/turns.ts";

/** `small` has this number of lines and metrics, `large` twice as many. */
const rows = 60_000;
const time = (n: number) => new Date(Date.UTC(2027, 0, 5) + n).toISOString();
const window = { from: time(1), to: time(2 * rows) };

let dir: string;
let store: SqliteStore;
let reader: Sqlite.Database;
const statements = new Set<string>();
let rowsRead = 0;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "botyard-reads-"));
  const opened = await openStore(dir);
  for (const [bot, count] of [["small", rows] as const, ["large", 2 * rows] as const]) {
    await opened.ingestTransaction(() => fill(opened.raw.ingest, bot, count));
  }
  reader = new Sqlite(join(dir, "platform.db"), { readonly: true });
  store = reading(opened, new LongReads(counting(reader)));
});
afterAll(async () => {
  reader.close();
  await store.close();
  await rm(dir, { recursive: true });
});

/** The same store with these long reads. */
function reading(base: SqliteStore, long: LongReads): SqliteStore {
  const database = { ...base, long };
  return { ...database, own: ownVerbs(database) };
}

/** Times go back and forth by up to 5 ms. */
function fill(database: Sqlite.Database, bot: string, count: number): void {
  const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
  const at = `strftime('%Y-%m-%dT%H:%M:%fZ', '2027-01-05', '+' || ((n / 5 * 5 + n % 5 * 3 % 5) / 1000.0) || ' seconds')`;
  database.exec(`
    insert into log_lines (bot_id, seq, run_id, stream, level, time, ingested_at, message)
      ${numbers} select '${bot}', n, 'run_${bot}', 'stdout', iif(n % 50 = 0, 'error', 'info'), ${at}, ${at}, 'line ' || n from numbers;
    insert into metrics (bot_id, seq, type, time, data, ingested_at)
      ${numbers} select '${bot}', n, iif(n % 3 = 0, 'a', 'b'), ${at}, '{"x":' || n || '}', ${at} from numbers;
    insert into users (id, name, created_at) select 'usr_1', 'one', '' where not exists (select * from users);
    insert into sequences (bot_id, logs, metrics, status) values ('${bot}', ${count}, ${count}, 0);`);
}

/** Records the statements that are prepared, and counts the rows that SQLite reads for them. */
function counting(database: Sqlite.Database, onRead: () => void = () => {}): Sqlite.Database {
  const prepare = (sql: string) => {
    statements.add(sql);
    const statement = database.prepare(sql);
    const read = (rows: number) => {
      rowsRead += rows;
      onRead();
    };
    return {
      *iterate(...parameters: unknown[]) {
        for (const row of statement.iterate(...parameters)) {
          read(1);
          yield row;
        }
      },
      get(...parameters: unknown[]) {
        const row = statement.get(...parameters);
        const { seqs } = Object(row) as { seqs?: string | null };
        // Many metrics can be returned as one row.
        read(seqs === undefined ? 1 : JSON.parse(seqs ?? "[]").length);
        return row;
      },
      pluck() {
        statement.pluck();
        return this;
      },
    };
  };
  return { prepare } as unknown as Sqlite.Database;
}

/** Reads that find nothing or need everything, so that they read every row in their range. */
const reads: Record<string, (bot: string, count: number) => Promise<unknown>> = {
  "lines by text and time": (bot) => listLogs(store, bot, { ...window, q: "needle", limit: 100 }),
  "lines by level and time": (bot) => listLogs(store, bot, { ...window, level: "fatal", limit: 100 }),
  "newest lines by stream": (bot) => listLogs(store, bot, { stream: "stderr", limit: 100 }),
  "lines before one": (bot, count) =>
    listLogs(store, bot, { ...window, before: count + 1, q: "needle", limit: 100 }),
  "lines after one": (bot) => listLogs(store, bot, { after: 0, level: "fatal", limit: 100 }),
  "summary of lines": (bot) => summarizeLogs(store, bot, window.from, window.to),
  "metrics by time": (bot) => listMetrics(store, bot, { ...window, max_points: 100 }),
  "metrics after one": (bot) => listMetrics(store, bot, { after: 0, max_points: 100 }),
  "metrics of the stream": (bot) => metricsAfter(store, bot, 0, { limit: 1e9 }),
};

async function rowsOf(work: () => Promise<unknown>): Promise<number> {
  rowsRead = 0;
  await work();
  return rowsRead;
}

test.each(Object.entries(reads))("the cost of %s grows with the number of rows", async (_, read) => {
  const small = await rowsOf(() => read("small", rows));
  const large = await rowsOf(() => read("large", 2 * rows));
  // With a level or a stream, SQLite leaves out most rows.
  expect(small).toBeGreaterThan(rows / 100);
  expect(large / small).toBeCloseTo(2, 1);
});

test("every long read continues at its key in an index that has its order", async () => {
  statements.clear();
  store = reading(store, new LongReads(counting(reader)));
  for (const read of Object.values(reads)) await read("small", rows);
  await latestMetrics(store, "small");
  await metricPage(store, "small", { type: "none", limit: 100 });
  await countRuns(store, "small", window.from, window.to);
  await listRuns(store, "small", { limit: 10 });
  await listRuns(store, "small", { status: ["success"], limit: 10 });
  await runsOfTicks(store, "small", { ...window, limit: 10 });
  const plans = [...statements].map((sql) => {
    const steps = reader.prepare(`explain query plan ${sql}`).all(anyParameters) as { detail: string }[];
    return steps.map(({ detail }) => detail);
  });
  const byTime = "SEARCH log_lines USING INDEX log_lines_by_time";
  const bySeq = "SEARCH log_lines USING INDEX sqlite_autoindex_log_lines_1";
  const metricsByTime = "INDEX metrics_by_type (bot_id=? AND type=? AND (time,seq)>(?,?) AND time<?)";
  const types = "SEARCH metrics USING COVERING INDEX metrics_by_type (bot_id=? AND type>?)";
  const metricsBySeq = "SEARCH metrics USING INDEX sqlite_autoindex_metrics_1 (bot_id=? AND seq>?)";
  const oneMetric = "SEARCH metrics USING INDEX sqlite_autoindex_metrics_1 (bot_id=? AND seq=?)";
  const [batch, ofBatch] = ["CO-ROUTINE (subquery-1)", "SCAN (subquery-1)"];
  // No plan has a step that scans a table or sorts rows ("USE TEMP B-TREE").
  expect(plans).toEqual([
    [`${byTime} (bot_id=? AND time>? AND (time,seq)<(?,?))`],
    [`${byTime} (bot_id=? AND time>? AND (time,seq)<(?,?))`],
    [`${bySeq} (bot_id=? AND seq>? AND seq<?)`],
    [`${bySeq} (bot_id=? AND seq>? AND seq<?)`],
    [`${bySeq} (bot_id=? AND seq>? AND seq<?)`],
    [`${byTime} (bot_id=? AND (time,seq)>(?,?) AND time<?)`],
    [types],
    [oneMetric],
    [batch, `SEARCH metrics USING ${metricsByTime}`, ofBatch],
    [oneMetric],
    [batch, metricsBySeq, ofBatch],
    [metricsBySeq],
    ["SEARCH metrics USING INDEX metrics_by_type (bot_id=? AND type=?)", "SCALAR SUBQUERY 1", types],
    ["SEARCH runs USING INDEX runs_by_time (bot_id=? AND (scheduled_at,id)>(?,?) AND scheduled_at<?)"],
    ["SEARCH runs USING INDEX runs_by_bot (bot_id=? AND id<?)"],
    ["SEARCH runs USING INDEX runs_by_status (bot_id=? AND status=? AND id<?)"],
    ["SEARCH runs USING INDEX sqlite_autoindex_runs_2 (bot_id=? AND tick>? AND tick<?)"],
  ]);
});

const texts = {
  bot: "",
  stream: "",
  status: "",
  tick: "",
  type: "",
  time: "",
  from: "",
  to: "",
  scheduled_at: "",
  id: "",
};
const anyParameters = { ...texts, seq: 0, low: 0, high: 0 };

/** Returns the numbers of rows that were read between two turns of the event loop. */
async function rowsPerTurn(work: () => Promise<unknown>): Promise<number[]> {
  const perTurn: number[] = [];
  rowsRead = 0;
  const look = () => {
    perTurn.push(rowsRead);
    rowsRead = 0;
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  await work();
  clearImmediate(next);
  perTurn.push(rowsRead);
  return perTurn;
}

// The first slice of a read and the second one may both run before the first look.

test("other work runs between the slices of a long read", async () => {
  // Time stops, so that only the number of rows ends a slice.
  const long = new LongReads(counting(reader), new Turns(() => 0));
  const perTurn = await rowsPerTurn(() =>
    listLogs(reading(store, long), "large", { ...window, q: "needle", limit: 100 }),
  );
  expect(perTurn.length).toBeGreaterThan(rows / sliceRows);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(2 * sliceRows);
});

test("a slice ends in time, however few rows it has read", async () => {
  let now = 0;
  const slow = {
    sql: "select seq from log_lines where bot_id = @bot and seq > @seq order by seq",
    key: ["seq"],
  };
  const long = new LongReads(counting(reader), new Turns(() => now));
  const perTurn = await rowsPerTurn(() =>
    long.walk({ ...slow, parameters: { bot: "small", seq: rows - 100 } }, () => {
      now += 1;
    }),
  );
  expect(perTurn.reduce((sum, count) => sum + count)).toBe(100);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(2 * turnMs);
});

test("a slice of metrics ends in time, and each large metric counts as one read", async () => {
  const large = `{"x":"${"x".repeat(60_000)}"}`;
  const insert = store.raw.ingest.prepare(
    "insert into metrics (bot_id, seq, type, time, data) values ('heavy', ?, 'a', ?, ?)",
  );
  const count = 200;
  await store.ingestTransaction(() => {
    for (let seq = 1; seq <= count; seq++) insert.run(seq, time(seq), large);
  });
  let now = 0;
  const long = new LongReads(
    counting(reader, () => {
      now += 1;
    }),
    new Turns(() => now),
  );
  const list = (bot: string) => listMetrics(reading(store, long), bot, { max_points: 1 });
  const perTurn = await rowsPerTurn(() => list("small"));
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(2 * turnMs * metricsAtOnce);
  // In each turn the sizes of the next metrics are read as well.
  const ofHeavy = await rowsPerTurn(() => list("heavy"));
  expect(ofHeavy.length).toBeGreaterThan(count / (2 * turnMs));
});

test("a long read finds each line that stays, whatever is stored and removed meanwhile", async () => {
  const count = 3 * sliceRows;
  await store.ingestTransaction(() => fill(store.raw.ingest, "changing", count));
  const change = store.raw.ingest.prepare("delete from log_lines where bot_id = 'changing' and seq <= ?");
  const found = listLogs(store, "changing", { ...window, limit: count });
  await store.ingestTransaction(() => change.run(sliceRows / 2));
  const seqs = (await found).items.map(({ seq }) => seq);
  expect(seqs.slice(-count + sliceRows / 2)).toEqual(
    Array.from({ length: count - sliceRows / 2 }, (_, at) => at + 1 + sliceRows / 2),
  );
});
