import { expect, test } from "vitest";
import { mock } from "./mock.ts";

const now = "2026-11-20T14:30:00.000Z";
const query = (query_path: string, params: object = {}) => ({ query_path, params });

test("queries have the answers of the scenario, by path and parameters", async () => {
  const { ask } = await mock({
    bots: [
      {
        name: "alpha",
        bot_id: "bot_a",
        answers: {
          "/status": { value: { position: 3 } },
          "/order": [
            { params: { id: 1 }, value: { id: 1, state: "filled" } },
            { params: { id: 2 }, error: "no order 2" },
          ],
          "/exact": { text: '{"id":12345678901234567891}' },
          "/sum": ({ a, b }) => Number(a) + Number(b),
          "/bad": () => {
            throw new Error("boom");
          },
        },
      },
    ],
  });
  const answer = async (path: string, params?: object) => {
    const { status, json } = await ask("POST", "/query/bot_a", query(path, params));
    return [status, json];
  };
  expect(await answer("/status")).toEqual([200, { position: 3 }]);
  expect(await answer("/order", { id: 1 })).toEqual([200, { id: 1, state: "filled" }]);
  expect(await answer("/order", { id: 2 })).toEqual([500, { status: "error", error: "no order 2" }]);
  expect((await answer("/order", { id: 3 }))[0]).toBe(500);
  expect(await answer("/sum", { a: 1, b: 2 })).toEqual([200, 3]);
  expect(await answer("/bad")).toEqual([500, { status: "error", error: "boom" }]);
  expect(await answer("/health")).toEqual([200, { status: "ok" }]);
  expect(await answer("/info")).toEqual([
    200,
    { available_queries: ["/bad", "/exact", "/health", "/info", "/order", "/status", "/sum"] },
  ]);
  expect(await answer("/nope")).toEqual([404, expect.objectContaining({ code: "query.unknown_path" })]);
});

test("a bot that does not answer is reported as the platform reports it", async () => {
  const outcomes = {
    not_listening: [503, "bot_not_listening"],
    too_many: [429, "too_many_queries"],
    broken: [502, "query_failed"],
    not_running: [409, "bot_not_running"],
  } as const;
  const answers = Object.fromEntries(
    Object.keys(outcomes).map((outcome) => [`/${outcome}`, { outcome: outcome as keyof typeof outcomes }]),
  );
  const { ask } = await mock({ bots: [{ name: "a", bot_id: "bot_a", answers }] });
  for (const [outcome, [status, code]] of Object.entries(outcomes))
    expect(await ask("POST", "/query/bot_a", query(`/${outcome}`))).toMatchObject({ status, json: { code } });
});

test("a slow query ends when the clock is moved, or at its time-out", async () => {
  const answers = { "/slow": { value: 1, delay_ms: 60_000 }, "/late": { value: 1, delay_ms: 5_000 } };
  const { platform, ask } = await mock({ now, bots: [{ name: "a", bot_id: "bot_a", answers }] });
  const slow = ask("POST", "/query/bot_a", query("/slow"));
  const late = ask("POST", "/query/bot_a", query("/late"));
  while (platform.requests.filter(({ input }) => input).length < 2) await new Promise(setImmediate);
  await platform.clock.advance(10_000);
  expect((await late).json).toBe(1);
  expect((await slow).json).toMatchObject({
    code: "query_timeout",
    detail: "The bot did not answer within 10000 ms.",
  });
});

test("a bot that is created does what its custom bot does in the scenario", async () => {
  const { ask, get } = await mock({
    custom_bots: [
      { name: "good", answers: { "/x": { value: 1 } }, start: { logs: ["hello"] } },
      { name: "bad", start: { status: "failed", reason: "start_error", detail: "No such file." } },
    ],
  });
  const make = async (name: string) =>
    (await ask("POST", "/bots", { name, type: `realtime/${name}`, version: "latest", config: {} })).json
      .bot_id;
  const [good, bad] = [await make("good"), await make("bad")];
  expect((await get(`/bots/${good}/wait?status=running&timeout=5`)).json.running_revision).toBe(1);
  expect((await get(`/bots/${good}/logs`)).json.items).toMatchObject([{ message: "hello" }]);
  expect((await ask("POST", `/query/${good}`, query("/x"))).json).toBe(1);
  expect((await get(`/bots/${bad}/wait?status=failed&timeout=5`)).json).toMatchObject({
    detail: "No such file.",
  });
  expect(
    (await get(`/events?bot_id=${good}`)).json.items.map(({ status }: { status: string }) => status),
  ).toEqual(["running", "starting"]);
});

test("a run ends as the scenario says, when it is told, or when it is canceled", async () => {
  const { platform, ask, get } = await mock({
    now,
    bots: [
      {
        name: "quick",
        type: "scheduled/quick",
        bot_id: "bot_q",
        run: { status: "error", result: { status: "error" }, logs: [{ message: "no", level: "error" }] },
      },
      { name: "held", type: "scheduled/held", bot_id: "bot_h", run: { hold: true } },
    ],
  });
  const run = async (bot: string) => (await ask("POST", `/bots/${bot}/run`)).json;
  const quick = await run("bot_q");
  expect(quick.status).toBe("queued");
  expect((await get(`/runs/${quick.id}/wait`)).json).toMatchObject({
    status: "error",
    exit_code: 1,
    result: { status: "error" },
    logs: { from: 1, to: 1 },
  });
  const [held, canceled] = [await run("bot_h"), await run("bot_h")];
  await platform.finishRun(held.id, { result: 7 });
  expect((await get(`/runs/${held.id}`)).json).toMatchObject({ status: "success", result: 7, exit_code: 0 });
  expect((await ask("POST", `/runs/${canceled.id}/cancel`)).json).toMatchObject({ status: "canceled" });
  expect((await ask("POST", `/runs/${canceled.id}/cancel`)).json.code).toBe("run_ended");
});

test("a realtime bot is restarted for a new config, but not for a new name", async () => {
  const { platform, get, ask } = await mock({
    bots: [
      { name: "up", bot_id: "bot_u" },
      { name: "slow", bot_id: "bot_s", status: "stopped", start: { delay_ms: 1_000 } },
    ],
  });
  const statuses = async (id: string) =>
    (await get(`/events?bot_id=${id}`)).json.items.map(({ status }: { status: string }) => status).reverse();
  const patch = async (id: string, body: object) => {
    await ask("PATCH", `/bots/${id}`, body);
    await platform.settled();
    return statuses(id);
  };
  const before = await statuses("bot_u");
  expect(await patch("bot_u", { name: "renamed" })).toEqual(before);
  expect(await patch("bot_u", { config: { n: 1 } })).toEqual([...before, "stopping", "starting", "running"]);
  await ask("POST", "/bots/bot_s/start");
  await platform.settled();
  const starting = await patch("bot_s", { name: "slow too" });
  expect(starting.at(-1)).toBe("starting");
  await platform.clock.advance(1_000);
  expect(await statuses("bot_s")).toEqual([...starting, "running"]);
});

test("ticks come when the clock is moved past them", async () => {
  const { platform, get, ask } = await mock({
    now,
    bots: [{ name: "five", type: "scheduled/five", bot_id: "bot_5", schedule: "*/5 * * * *" }],
  });
  expect((await get("/bots/bot_5")).json.next_tick_at).toBe("2026-11-20T14:35:00.000Z");
  await platform.clock.advance(11 * 60_000);
  const ticks = async () =>
    (await get("/bots/bot_5/ticks")).json.items.map(({ tick }: { tick: string }) => tick);
  expect(await ticks()).toEqual(["2026-11-20T14:35:00.000Z", "2026-11-20T14:40:00.000Z"]);
  await ask("POST", "/bots/bot_5/stop");
  await platform.settled();
  await platform.clock.set("2026-11-20T16:00:00Z");
  expect(await ticks()).toHaveLength(2);
});

test("without bubblewrap or an executor, /readyz answers as the scenario says", async () => {
  const { platform } = await mock({ obstacle: "No sandbox starts." });
  const ready = await platform.fetch(`${platform.url}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { detail: "No sandbox starts." }]);
});

test("a bot uses what the scenario says while it is up, and its state is what it holds", async () => {
  const { ask, platform } = await mock({
    bots: [
      { name: "small", bot_id: "bot_s", state: { position: [1, 2], last: "x" } },
      { name: "large", bot_id: "bot_l", usage: { memory_bytes: 250_000_000, cores: 0.9, processes: 41 } },
    ],
  });
  const usage = async (bot: string) => (await ask("GET", `/bots/${bot}/usage`)).json;
  expect(await usage("bot_s")).toMatchObject({
    running: true,
    state: { keys: 2, bytes: 8 },
    disk: { used_bytes: 8 },
  });
  expect(await usage("bot_l")).toMatchObject({
    ...{
      running: true,
      memory: { used_bytes: 250_000_000 },
      cpu: { used_cores: 0.9 },
      processes: { used: 41 },
    },
  });
  platform.setStatus("large", "failed");
  expect(await usage("bot_l")).toMatchObject({ running: false, memory: { used_bytes: null } });
});
