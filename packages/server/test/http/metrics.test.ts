import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { answered } from "./fake-engine.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
beforeAll(async () => {
  at = await openPlatform();
});
afterAll(() => at.close());

/** The values by name and labels. */
async function scrape(client: Client = at.admin): Promise<Map<string, number>> {
  const answer = await client.ask("GET", `${at.platform.url}/metrics`);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const lines = answer.text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]));
}

test("bots by status, runs by outcome, lines and queries are counted over all users", async () => {
  const user = await at.user("rita");
  const before = await scrape();
  const id = await user.bot("daily", { type: "scheduled", queries: true });
  const other = await at.admin.bot("steady");
  const run = (await user.post(`/bots/${id}/run`)).json.id;
  await at.engine.endRun(run, "success");
  // A run ends once, however often it is written.
  await at.engine.endRun(run, "success");
  await at.engine.endRun((await user.post(`/bots/${id}/run`)).json.id, "error");
  await at.engine.log(other, ["a", "b", "c"]);
  at.engine.answer = () => answered(200, "1");
  await user.post(`/query/${id}`, { query_path: "/x" });
  at.engine.answer = () => ({ kind: "broken", detail: "No." });
  await user.post(`/query/${id}`, { query_path: "/x" });
  await at.engine.stop();
  const after = await scrape();
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  expect(grown('botyard_bots{status="running"}')).toBe(1);
  expect(grown('botyard_bots{status="idle"}')).toBe(1);
  expect(grown('botyard_runs_total{status="success"}')).toBe(1);
  expect(grown('botyard_runs_total{status="error"}')).toBe(1);
  expect(grown("botyard_log_lines_total")).toBe(3);
  expect(grown('botyard_query_seconds_count{outcome="answered"}')).toBe(1);
  expect(grown('botyard_query_seconds_count{outcome="broken"}')).toBe(1);
  expect(after.get('botyard_query_seconds_bucket{le="30",outcome="answered"}')).toBe(1);
});

test("disk, database, memory and the delay of the event loop are measured", async () => {
  // The delay is sampled by a timer, which may not be due when the loop is held for the first time.
  const seen = await vi.waitFor(
    async () => {
      const until = performance.now() + 100;
      while (performance.now() < until) {
        // Holds the event loop.
      }
      const found = await scrape();
      expect(found.get('botyard_event_loop_delay_seconds{quantile="1"}')).toBeGreaterThan(0.05);
      return found;
    },
    { timeout: 20_000 },
  );
  expect(seen.get('botyard_disk_bytes{kind="size"}')).toBeGreaterThan(
    seen.get('botyard_disk_bytes{kind="free"}')!,
  );
  expect(seen.get("botyard_database_bytes")).toBeGreaterThan(4096);
  expect(seen.get("botyard_memory_bytes")).toBeGreaterThan(10_000_000);
  expect(seen.get("botyard_disk_low")).toBe(0);
});

test("the metrics need a key of an admin, with the scope read, or the setting", async () => {
  const path = `${at.platform.url}/metrics`;
  expect((await at.client(undefined).ask("GET", path)).json.code).toBe("authentication_required");
  expect((await (await at.user("sam")).ask("GET", path)).json.code).toBe("admin_required");
  const { key } = (await at.admin.post("/api-keys", { name: "scrape", scopes: ["read"] })).json;
  expect((await scrape(at.client(key))).size).toBeGreaterThan(20);
  const open = await openPlatform({ settings: { metricsAccess: "public" } });
  try {
    expect((await fetch(`${open.platform.url}/metrics`)).status).toBe(200);
  } finally {
    await open.close();
  }
});

test("totals of runs are kept over a restart", async () => {
  const user = await at.user("tess");
  const id = await user.bot("tesss", { type: "scheduled" });
  await at.engine.endRun((await user.post(`/bots/${id}/run`)).json.id, "timed_out");
  await at.restart();
  expect((await scrape()).get('botyard_runs_total{status="timed_out"}')).toBe(1);
});
