import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Run } from "../../src/model/model.ts";
import type { Batch, EngineStore, StoredLaunch } from "../../src/store/engine-store.ts";
import type { ServiceStore } from "../../src/store/service-store.ts";
import { storageOf } from "../../src/store/sql/storage.ts";
import type { Store } from "../../src/store/sql/store.ts";
import { databaseOf, engine as engineName, opened } from "./opened.ts";
import { owner } from "./serial/model.ts";
import { at, botOf, versionOf } from "./serial/rows.ts";

let dir: string;
let store: Store;
let engine: EngineStore;
let services: ServiceStore;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "botyard-locks-"));
  store = await opened(dir);
  ({ engine, services } = storageOf(store));
  await services.insertUser({ id: owner, name: owner, created_at: at });
  await services.insertVersion(versionOf("1.0.0"));
});
afterEach(() => rm(dir, { recursive: true }));

const bots = 8;
const rounds = 25;
const all = Array.from({ length: bots }, (_, n) => n);
const idOf = (kind: string, round: number, bot: number) => `${kind}_${round}_${bot}`;

const runOf = (round: number, bot: number): Run => ({
  ...{ id: idOf("run", round, bot), bot_id: `bot_${bot}`, scheduled_at: at, status: "running" },
  ...{ version: "1.0.0", revision: 1, queued_at: at, tick: `2026-01-01T00:00:${round}${bot}` },
});
const launchOf = (round: number, bot: number): StoredLaunch => ({
  ...{ id: idOf("launch", round, bot), botId: `bot_${bot}`, runId: idOf("run", round, bot), kind: "bot" },
  ...{ generation: 1, revision: 1, record: { dir: "" } as StoredLaunch["record"], state: "running" },
  ...{ createdAt: at, offsets: { stdout: 0, stderr: 0 } },
});
const batchOf = (round: number, bot: number, step: number): Batch => ({
  botId: `bot_${bot}`,
  lines: [
    {
      run_id: idOf("run", round, bot),
      stream: "stdout",
      level: "info",
      time: at,
      ingested_at: at,
      message: "",
    },
  ],
  metrics: [],
  offsets: { launchId: idOf("launch", round, bot), stdout: step, stderr: 0 },
});

test("output, ends of runs, ticks and states that are stored at the same time do not block each other", async () => {
  for (const bot of all)
    await services.insertBot(botOf(`bot_${bot}`, { name: `${bot}`, version: "1.0.0" }), undefined);
  let writes = 0;
  const write = async (work: Promise<unknown>) => {
    await work;
    writes++;
  };
  const start = (round: number) =>
    write(
      engine.settleTicks({
        rows: all.map((bot) => runOf(round, bot)),
        launches: all.map((bot) => launchOf(round, bot)),
        schedules: all.map((bot) => ({ botId: `bot_${bot}`, settledUntil: at })),
      }),
    );
  await start(0);
  for (let round = 0; round < rounds; round++) {
    /** Bots in another order for each writer, as they would come. */
    const turned = (by: number) => all.map((bot) => (bot * 3 + by + round) % bots);
    const output = async () => {
      for (let step = 1; step <= 6; step++)
        await write(engine.writeOutput(turned(step).map((bot) => batchOf(round, bot, step))));
    };
    const end = (bot: number) => {
      const id = idOf("launch", round, bot);
      const outcome = { status: "success", finished_at: at } as const;
      return write(engine.finishRun(idOf("run", round, bot), outcome, { id, endedAt: at }));
    };
    const state = (bot: number) => write(engine.changeStatus(`bot_${bot}`, [{ status: "idle" }], at));
    await Promise.all([output(), ...turned(1).map(end), ...turned(2).map(state), start(round + 1)]);
  }
  for (const bot of all) {
    expect((await services.lastSeqs(`bot_${bot}`)).logs).toBe(6 * rounds);
    const { logs, status } = (await services.getRun(idOf("run", 0, bot)))!;
    expect({ logs, status }).toEqual({ logs: { from: 1, to: 6 }, status: "success" });
  }
  await store.close();
  if (engineName === "sqlite") return;
  const { deadlocks, repeated } = await conflicts(await databaseOf(dir));
  expect(deadlocks).toBe(0);
  expect(repeated).toBeLessThan(2 * writes);
});

/** Returns how often transactions met. Connections have counted that when they have ended. */
async function conflicts(url: string): Promise<{ deadlocks: number; repeated: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ deadlocks: number; repeated: number }>(
    `select deadlocks::int, xact_rollback::int as repeated from pg_stat_database where datname = current_database()`,
  );
  await client.end();
  return rows[0]!;
}
