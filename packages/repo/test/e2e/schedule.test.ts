import { afterAll, beforeAll, expect, test } from "vitest";
import { TestPlatform, until } from "../../src/drive/platform.ts";

interface Run {
  id: string;
  status: string;
  tick?: string;
  scheduled_at: string;
  started_at?: string;
  exit_code?: number;
  signal?: string;
  result?: unknown;
  logs?: { from: number; to: number };
}

const reporter = `
import { writeFileSync } from "node:fs";
console.log(JSON.stringify({ level: "info", message: "ran", run: process.env.RUN_ID, at: process.env.SCHEDULED_AT }));
writeFileSync(process.env.RESULT_PATH, JSON.stringify({ status: "success", message: "done", data: { at: process.env.SCHEDULED_AT } }));
`;

const never = "setInterval(() => {}, 1000);";

const platform = new TestPlatform();
const runsOf = async (bot: string): Promise<Run[]> =>
  (await platform.get<{ items: Run[] }>(`/bots/${bot}/runs`)).items;

beforeAll(async () => {
  await platform.start();
  await platform.upload({ name: "reporter", type: "scheduled", bot: reporter });
  await platform.upload({ name: "endless", type: "scheduled", bot: never });
});

afterAll(() => platform.close());

test("A tick starts one run, at its minute, with its time; a tick during a run is skipped", async () => {
  const bot = await platform.create({
    name: "each-minute",
    type: "scheduled/reporter",
    schedule: "* * * * *",
  });
  const busy = await platform.create({
    name: "busy",
    type: "scheduled/endless",
    schedule: "* * * * *",
    timeout_seconds: 120,
  });
  const { json: first } = await platform.call("POST", `/bots/${busy}/run`);
  await until(async () => (await platform.get<Run>(`/runs/${first.id}`)).status === "running");

  const run = await until(async () => (await runsOf(bot)).find(({ status }) => status === "success"));
  expect(run.tick).toBe(run.scheduled_at);
  expect(run.tick).toMatch(/:00\.000Z$/);
  const late = Date.parse(run.started_at!) - Date.parse(run.tick!);
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(5_000);
  expect(run.result).toEqual({ status: "success", message: "done", data: { at: run.tick } });
  const { items } = await platform.get<{ items: { message: string; fields: unknown }[] }>(
    `/bots/${bot}/logs?run_id=${run.id}&stream=stdout`,
  );
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ message: "ran", fields: { run: run.id, at: run.tick } });

  const skipped = await until(async () => (await runsOf(busy)).find(({ status }) => status === "skipped"));
  expect(skipped.tick).toBe(run.tick);
  const { json: canceled } = await platform.call("POST", `/runs/${first.id}/cancel`);
  expect(canceled.id).toBe(first.id);
  await until(async () => (await platform.get<Run>(`/runs/${first.id}`)).status === "canceled");
});

test("A run that takes too long is stopped and recorded as timed out", async () => {
  const bot = await platform.create({
    name: "slow",
    type: "scheduled/endless",
    schedule: "0 0 1 1 *",
    timeout_seconds: 1,
  });
  const { json } = await platform.call("POST", `/bots/${bot}/run`);
  const run = await until(async () => {
    const found = await platform.get<Run>(`/runs/${json.id}`);
    return found.status !== "running" && found.status !== "queued" && found;
  });
  expect(run.status).toBe("timed_out");
});

test("A realtime bot that crashes is restarted at once, and its log reports it", async () => {
  await platform.upload({
    name: "crasher",
    type: "realtime",
    bot: "setTimeout(() => process.exit(3), 300);",
  });
  const bot = await platform.create({ name: "crasher", type: "realtime/crasher" });
  const row = await until(async () => {
    const found = await platform.get<{ restarts: number }>(`/bots/${bot}`);
    return found.restarts >= 1 && found;
  });
  expect(row.restarts).toBeGreaterThanOrEqual(1);
  const { items } = await platform.get<{ items: { stream: string; message: string }[] }>(
    `/bots/${bot}/logs?stream=system`,
  );
  expect(items.some(({ message }) => /3/.test(message))).toBe(true);
});
