import { chmod, mkdir, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { timeWindow } from "../../src/operations/time-window.ts";
import { stateDirOf } from "../../src/state/state.ts";
import { type Answer, type Client, openPlatform, type TestPlatform } from "./harness.ts";

let at: TestPlatform;
let me: Client;
let now = Date.parse("2026-03-15T12:00:00.000Z");
let id: string;
beforeAll(async () => {
  at = await openPlatform({ clock: { now: () => new Date(now), after: () => () => {} } });
  me = at.admin;
  id = await me.bot("teller");
  for (const [day, message] of [
    ["2026-03-01", "march begins"],
    ["2026-03-14", 'yesterday 100% "quoted"'],
    ["2026-03-15", "today"],
  ] as const) {
    now = Date.parse(`${day}T23:59:59.999Z`);
    if (day === "2026-03-15") now = Date.parse("2026-03-15T11:00:00.000Z");
    await at.engine.log(id, [message]);
  }
  now = Date.parse("2026-03-15T12:00:00.000Z");
});
afterAll(() => at.close());

const messages = async (query: string) =>
  (await me.get(`/bots/${id}/logs${query}`)).json.items.map(
    (line: { message: string }) => line.message.split(" ")[0],
  );

test("without a time, the lines of the last 24 hours are returned", async () => {
  expect(await messages("")).toEqual(["yesterday", "today"]);
  const page = await me.get(`/bots/${id}/logs`);
  expect(page.json).toMatchObject({ first_seq: 2, last_seq: 3 });
});

test("a day and a range of days are whole days in UTC, in both forms", async () => {
  for (const date of ["2026-03-14", "20260314"])
    expect(await messages(`?date=${date}`)).toEqual(["yesterday"]);
  for (const range of ["2026-03-01..2026-03-14", "20260301-20260314"]) {
    expect(await messages(`?date_range=${range}`)).toEqual(["march", "yesterday"]);
    expect(await messages(`?date=2026-03-15&date_range=${range}`)).toEqual(["march", "yesterday"]);
  }
});

test("a range of times ends before a line number, and reads on from it", async () => {
  const { items } = (await me.get(`/bots/${id}/logs?after=0`)).json as {
    items: { seq: number; time: string }[];
  };
  const [march, yesterday] = items;
  const range = (end: string) => messages(`?date_range=2026-03-01..${end}`);
  expect(await range(yesterday!.time)).toEqual(["march", "yesterday"]);
  expect(await range(`${yesterday!.time}~${yesterday!.seq}`)).toEqual(["march"]);
  expect(await range(`${yesterday!.time}~${yesterday!.seq + 1}`)).toEqual(["march", "yesterday"]);
  expect(await range(`${march!.time}~${march!.seq}`)).toEqual([]);
  const page = await me.get(`/bots/${id}/logs?limit=1&date_range=2026-03-01..2026-03-14~99`);
  const next = `cursor=${page.json.next_cursor}&date_range=2026-03-01..2026-03-14~99`;
  expect(await messages(`?limit=1&${next}`)).toEqual(["march"]);
  for (const wrong of ["/logs?after=1&", "/logs/summary?"])
    expect((await me.get(`/bots/${id}${wrong}date_range=2026-03-01..2026-03-14~2`)).json).toMatchObject({
      code: "invalid_parameter",
      errors: [{ pointer: "date_range" }],
    });
});

test("a position or a time window needs no day", async () => {
  expect(await messages("?after=0")).toEqual(["march", "yesterday", "today"]);
  expect(await messages("?after=0&limit=2")).toEqual(["march", "yesterday"]);
  expect(await messages("?before=3&limit=1")).toEqual(["yesterday"]);
  expect(await messages("?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00%2B01:00")).toEqual([]);
  expect(await messages("?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z")).toEqual(["march"]);
  expect(await messages("?after=0&q=100%25")).toEqual(["yesterday"]);
  expect(await messages("?after=0&level=warn")).toEqual([]);
});

test("an invalid day or time is refused with the correct form", async () => {
  const wrong = [
    "date=2026-02-30",
    "date=yesterday",
    "date=",
    "date_range=2026-03-01",
    "date_range=2026-03-14..2026-03-01",
    "date_range=2026-01-01..2026-02-01",
    "date_range=2026-3-1..2026-3-2",
    "from=2026-03-01",
    "from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z",
    "limit=1001",
    "limit=many",
    "level=loud",
    "after=-1",
    "levle=warn",
  ];
  for (const query of wrong) {
    const refused = await me.get(`/bots/${id}/logs?${query}`);
    expect([refused.status, refused.json.code], query).toEqual([400, "invalid_parameter"]);
  }
  expect(timeWindow({ date_range: "2026-01-01..2026-01-31" }, new Date(now), false)).toEqual({
    from: "2026-01-01T00:00:00.000Z",
    to: "2026-01-31T23:59:59.999Z",
  });
});

test("a summary counts the lines of the same time window", async () => {
  expect((await me.get(`/bots/${id}/logs/summary?date=2026-03-14`)).json).toMatchObject({
    from: "2026-03-14T00:00:00.000Z",
    to: "2026-03-14T23:59:59.999Z",
    total: 1,
    by_level: { info: 1, error: 0 },
    runs: { total: 0, success: 0, error: 0 },
    dropped: 0,
    dropped_metrics: 0,
  });
});

test("a bot that emitted nothing has no metrics, and its statuses are events", async () => {
  const silent = await me.bot("silent");
  expect((await me.get(`/bots/${silent}/metrics`)).json).toEqual({
    items: [],
    downsampled: false,
    total: 0,
    last_seq: 0,
    dropped: 0,
  });
  expect((await me.get(`/bots/${silent}/metrics/latest`)).json).toEqual({ items: [], dropped: 0 });
  expect((await me.get(`/bots/${silent}/metrics/all`)).json).toEqual({ items: [] });
  expect((await me.get(`/bots/${silent}/metrics/all?cursor=x`)).json.code).toBe("invalid_cursor");
  expect((await me.get(`/bots/${silent}/metrics/all?limit=1001`)).status).toBe(400);
  expect((await me.get(`/bots/${silent}/metrics?max_points=10001`)).status).toBe(400);
  await me.post(`/bots/${silent}/stop`);
  await at.engine.stop();
  const page = await me.get(`/events?bot_id=${silent}&limit=1`);
  expect(page.json.items).toMatchObject([{ status: "stopped", bot_id: silent }]);
  const next = await me.get(`/events?bot_id=${silent}&cursor=${page.json.next_cursor}`);
  expect(next.json.items).toMatchObject([{ status: "running" }]);
  expect(next.json.next_cursor).toBeUndefined();
});

test("the state of a stopped bot is read and written byte for byte, that of a running bot is not written", async () => {
  const stopped = await me.bot("stopped");
  await me.post(`/bots/${stopped}/stop`);
  await at.engine.stop();
  const value = '{"big":12345678901234567890, "text":"ä"}';
  const put = (key: string, raw: string, bot = stopped) =>
    me.ask("PUT", `/bots/${bot}/state/${key}`, { raw, headers: { "content-type": "application/json" } });
  for (const key of ["plain", "a%2Fb", "%252e%252e", "%C3%A4", "__proto__"]) {
    expect((await put(key, value)).status, key).toBe(204);
    expect((await me.get(`/bots/${stopped}/state/${key}`)).text, key).toBe(value);
  }
  const keys = (await me.get(`/bots/${stopped}/state`)).json.items.map((item: { key: string }) => item.key);
  expect(keys).toEqual(["..", "__proto__", "a/b", "plain", "ä"]);
  const paged: string[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const page: Answer["json"] = (await me.get(`/bots/${stopped}/state?limit=2${cursor}`)).json;
    expect(page.items.length).toBeLessThanOrEqual(2);
    paged.push(...page.items.map((item: { key: string }) => item.key));
    cursor = page.next_cursor && `&cursor=${page.next_cursor}`;
  }
  expect(paged).toEqual(keys);
  expect((await me.get(`/bots/${stopped}/state?limit=1001`)).status).toBe(400);
  expect((await put("plain", "{")).json.code).toBe("malformed_json");
  expect((await put("plain", "")).json.code).toBe("malformed_json");
  expect((await put("plain", "\ufeff1")).json.code, "a byte order mark, which no SDK reads").toBe(
    "malformed_json",
  );
  expect((await me.get(`/bots/${stopped}/state/plain`)).text).toBe(value);
  expect((await put("x".repeat(201), "1")).json).toMatchObject({ status: 400, code: "invalid_parameter" });
  expect((await put("plain", `"${"x".repeat(1024 * 1024)}"`)).status).toBe(413);
  expect((await me.ask("DELETE", `/bots/${stopped}/state/plain`)).status).toBe(204);
  expect((await me.ask("DELETE", `/bots/${stopped}/state/plain`)).json.code).toBe("state_key_not_found");
  expect((await me.get(`/bots/${stopped}/state/plain`)).json.code).toBe("state_key_not_found");
  const running = await me.bot("busy");
  expect((await put("plain", "1", running)).json).toMatchObject({ status: 409, code: "bot_running" });
});

test("a state file that is not JSON is returned as bytes with another content type", async () => {
  const bot = await me.bot("torn");
  const dir = stateDirOf(at.dataDir, bot);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, "half.json"), '{"a":');
  const half = await me.get(`/bots/${bot}/state/half`);
  expect(half).toMatchObject({ status: 200, text: '{"a":' });
  expect(half.headers.get("content-type")).toBe("application/octet-stream");
});

test("a value that is too large and a state without access have their own error codes", async () => {
  const bot = await me.bot("hoarder");
  const dir = stateDirOf(at.dataDir, bot);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, "huge.json"), "1");
  await truncate(join(dir, "huge.json"), 10 * 1024 ** 3);
  await writeFile(join(dir, "small.json"), "1");
  expect((await me.get(`/bots/${bot}/state`)).json.items).toMatchObject([
    { key: "huge", bytes: 10 * 1024 ** 3 },
    { key: "small" },
  ]);
  expect((await me.get(`/bots/${bot}/state/huge`)).json).toMatchObject({
    status: 413,
    code: "payload_too_large",
    detail: expect.stringContaining(`"huge" is ${10 * 1024 ** 3} bytes`),
  });
  await chmod(join(dir, "small.json"), 0);
  const locked = await unprivileged(() => me.get(`/bots/${bot}/state/small`));
  expect(locked.json).toMatchObject({ status: 409, code: "state_unreadable" });
  await chmod(dir, 0);
  for (const path of ["", "/small"]) {
    const answer = await unprivileged(() => me.get(`/bots/${bot}/state${path}`));
    expect(answer.json, path).toMatchObject({ status: 409, code: "state_unreadable" });
  }
  await chmod(dir, 0o700);
});

/** Runs as another user, because root ignores file modes. */
async function unprivileged<Found>(work: () => Promise<Found>): Promise<Found> {
  const uid = process.geteuid?.();
  if (uid !== 0) return await work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(uid);
  }
}
