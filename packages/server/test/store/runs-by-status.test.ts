import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Run, RunStatus } from "../../src/model/model.ts";
import { insertBot } from "../../src/store/sql/bots.ts";
import { insertVersion } from "../../src/store/sql/custom-bots.ts";
import { insertRuns, listRuns } from "../../src/store/sql/runs.ts";
import type { Store } from "../../src/store/sql/store.ts";
import { insertUser } from "../../src/store/sql/users.ts";
import { opened } from "./opened.ts";

const at = "2026-01-01T00:00:00.000Z";
const statuses: RunStatus[] = ["success", "error", "success", "timed_out", "success", "error", "missed"];

let dir: string;
let store: Store;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "botyard-store-"));
  store = await opened(dir);
  await insertUser(store, { id: "usr_1", name: "usr_1", created_at: at });
  await insertVersion(store, {
    ...{ owner_id: "usr_1", name: "probe", version: "1.0.0", model: "scheduled", runtime: "nodejs24" },
    ...{
      config: "{}",
      schema: "{}",
      readme: null,
      sha256: "0",
      content_sha256: "0",
      bytes: 1,
      created_at: at,
      deleted_at: null,
    },
  });
  await insertBot(
    store,
    {
      ...{ bot_id: "bot_1", owner_id: "usr_1", name: "one", custom_bot: "probe", model: "scheduled" },
      ...{
        version_spec: "1.0.0",
        version: "1.0.0",
        catch_up: "none",
        start_deadline_seconds: 60,
        timeout_seconds: 300,
        config: {},
      },
      ...{ desired: "running", status: "idle", revision: 1, generation: 1, restarts: 0 },
      ...{ created_at: at, updated_at: at },
    },
    undefined,
  );
  const runs = statuses.map((status, number): Run => {
    const id = `run_${number}`;
    return { id, bot_id: "bot_1", scheduled_at: at, status, version: "1.0.0", revision: 1, queued_at: at };
  });
  await store.main.transaction().execute((trx) => insertRuns(trx, runs));
});
afterEach(async () => {
  await store.close();
  await rm(dir, { recursive: true });
});

/** Reads all pages of this size and returns the numbers of the runs. */
async function allPages(status: RunStatus[], size: { limit: number; bytes?: number }): Promise<number[]> {
  const ids: string[] = [];
  for (let before: string | undefined; ; before = ids.at(-1)) {
    const page = await listRuns(store, "bot_1", { status, ...(before !== undefined && { before }), ...size });
    ids.push(...page.items.map(({ id }) => id));
    if (!page.more) return ids.map((id) => Number(id.slice(4)));
    expect(page.items.length).toBeGreaterThan(0);
  }
}

test.each([1, 2, 3, 4, 10])(
  "pages of %i runs of several statuses are complete and newest first",
  async (limit) => {
    expect(await allPages(["error", "success"], { limit })).toEqual([5, 4, 2, 1, 0]);
    expect(await allPages(["timed_out", "error", "missed"], { limit })).toEqual([6, 5, 3, 1]);
    expect(await allPages(["success", "success"], { limit })).toEqual([4, 2, 0]);
    expect(await allPages(["queued", "lost"], { limit })).toEqual([]);
    // Only one of the statuses has runs, and its first page ends before its last run.
    expect(await allPages(["queued", "error"], { limit })).toEqual([5, 1]);
  },
);

test("a page of several statuses also ends when its text is large enough", async () => {
  await store.main
    .updateTable("runs")
    .set({ detail: "x".repeat(100) })
    .execute();
  expect(await allPages(["error", "success", "timed_out"], { limit: 10, bytes: 150 })).toEqual([
    5, 4, 3, 2, 1, 0,
  ]);
});
