import { afterAll, beforeAll, expect, test } from "vitest";
import { newTrace, readTrace } from "../../src/model/trace.ts";
import { type Client, openPlatform, type TestPlatform } from "./harness.ts";

const [id, parent] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
const traceparent = `00-${id}-${parent}-01`;

let at: TestPlatform;
let me: Client;
let daily: string;
beforeAll(async () => {
  at = await openPlatform();
  me = await at.user("me");
  daily = await me.bot("daily", { type: "scheduled" });
});
afterAll(() => at.close());

const run = async (headers: Record<string, string> = {}) =>
  (await me.post(`/bots/${daily}/run`, undefined, headers)).json;

test("a run belongs to the trace of the request that started it, which its document names", async () => {
  const started = await run({ traceparent, tracestate: "congo=t61rcWkgMzE , rojo=00f067aa0ba902b7" });
  const shown = { trace_id: id, traceparent, tracestate: "congo=t61rcWkgMzE,rojo=00f067aa0ba902b7" };
  expect(started).toMatchObject(shown);
  expect((await me.get(`/runs/${started.id}`)).json).toMatchObject(shown);
  expect((await me.get(`/bots/${daily}/runs?limit=1`)).json.items[0]).toMatchObject(shown);
});

test("a run without a valid trace belongs to a new one", async () => {
  const ids = new Set<string>();
  for (const headers of [
    {},
    { tracestate: "a=1" },
    { traceparent: "no" },
    { traceparent: `${traceparent}0` },
  ]) {
    const started = await run(headers);
    expect(started.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(started.trace_id).toBe(started.traceparent.slice(3, 35));
    expect(started.tracestate).toBeUndefined();
    ids.add(started.trace_id);
  }
  expect(ids.size).toBe(4);
});

test("a repeated request with an Idempotency-Key answers with the trace of the run", async () => {
  const key = { "idempotency-key": "one-run-only" };
  const first = await run({ ...key, traceparent });
  const again = await run({ ...key, traceparent: traceparent.replace("-01", "-00") });
  expect(again).toMatchObject({ id: first.id, traceparent });
});

test.each([
  ["of this version", traceparent, traceparent],
  ["not sampled", `00-${id}-${parent}-00`, `00-${id}-${parent}-00`],
  ["of a later version", `cc-${id}-${parent}-09-what-comes`, traceparent],
  ["of a later version without more", `01-${id}-${parent}-00`, `00-${id}-${parent}-00`],
])("a traceparent %s is taken", (_, given, taken) => {
  expect(readTrace({ traceparent: given })).toEqual({ traceparent: taken });
});

test.each([
  ["of the version ff", `ff-${id}-${parent}-01`],
  ["with more in version 00", `${traceparent}-more`],
  ["of a later version with more, unseparated", `cc-${id}-${parent}-01.more`],
  ["in upper case", traceparent.toUpperCase()],
  ["with a trace of zeros", `00-${"0".repeat(32)}-${parent}-01`],
  ["with a parent of zeros", `00-${id}-${"0".repeat(16)}-01`],
  ["with a short trace", `00-${id.slice(1)}-${parent}-01`],
  ["with other digits", `00-${id.replace("f", "g")}-${parent}-01`],
  ["that was sent twice", `${traceparent}, ${traceparent}`],
  ["with a space", ` ${traceparent}`],
  ["that is empty", ""],
])("a traceparent %s is ignored", (_, given) => {
  expect(readTrace({ traceparent: given, tracestate: "a=1" })).toBeUndefined();
});

test.each([
  ["of one member", "a=1", "a=1"],
  ["of several headers", "a=1, b=2", "a=1,b=2"],
  ["with empty members", "a=1,,\t,b=2,", "a=1,b=2"],
  ["with an equals sign in a value", "a=1=2", undefined],
  ["with a tenant", "fw529a3039@dt=FfD9J;x", "fw529a3039@dt=FfD9J;x"],
  ["of nothing", " , ", undefined],
  ["without a value", "a=1,b", undefined],
  ["with an empty value", "a=", undefined],
  ["with a key in upper case", "A=1", undefined],
  ["with a key twice", "a=1,a=2", undefined],
  ["with a character that is not ASCII", "a=é", undefined],
  ["with 33 members", Array.from({ length: 33 }, (_, n) => `k${n}=1`).join(","), undefined],
  ["with 32 members", Array.from({ length: 32 }, (_, n) => `k${n}=1`).join(","), "all"],
  [
    "of more than 512 characters",
    ["a", "b", "c"].map((key) => `${key}=${"x".repeat(200)}`).join(","),
    undefined,
  ],
])("a tracestate %s", (_, given, taken) => {
  const expected = taken === "all" ? given : taken;
  expect(readTrace({ traceparent, tracestate: given })).toEqual({
    traceparent,
    ...(expected !== undefined && { tracestate: expected }),
  });
});

test("new traces are valid, and different", () => {
  const traces = Array.from({ length: 100 }, newTrace);
  for (const trace of traces) expect(readTrace({ ...trace })).toEqual(trace);
  expect(new Set(traces.map(({ traceparent }) => traceparent.slice(3, 35))).size).toBe(100);
});
