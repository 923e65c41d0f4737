import { describe, expect, test } from "vitest";
import type { Case, Delivered, Step, Verdict } from "../../src/model.ts";
import { ownCases, runOn, testeeOf } from "./run-on.ts";

/** Returns a few cases of every kind, enough for each testee to misbehave. */
async function someCases(): Promise<Case[]> {
  const picked = new Map<string, Case[]>();
  for (const one of await ownCases()) {
    if (one.pairs || one.id.includes("/") || one.needs.length > 0) continue;
    const kind = `${one.area}.${one.steps[0]!.kind}`;
    const group = picked.get(kind) ?? [];
    if (group.length < 2 && ["metric", "log", "result", "state", "builtins", "signals"].includes(one.area)) {
      picked.set(kind, [...group, one]);
    }
  }
  return [...picked.values()].flat();
}

async function verdictsOf(name: string, limit = 1.5): Promise<Delivered[]> {
  return (await runOn(testeeOf(name, { limit }), await someCases())).delivered;
}

const counted = (delivered: Delivered[], verdict: Verdict) =>
  delivered.filter((one) => one.verdict === verdict).length;

describe("the runner reports errors and continues if a testee", () => {
  test("does not exist: every verdict reports it", async () => {
    const delivered = await verdictsOf("hostile-dead-at-start");
    expect(counted(delivered, "error")).toBe(delivered.length);
    expect(delivered[0]!.failures[0]!.text).toMatch(/could not be started: command not found/);
  });

  test("does not build: every verdict has the output of the build", async () => {
    const delivered = await verdictsOf("hostile-does-not-build");
    expect(counted(delivered, "error")).toBe(delivered.length);
    expect(delivered[0]!.failures[0]!.text).toMatch(/could not be built: `.*` in .* exited with code [1-9]/);
  });
});

test.for<[string, Verdict[], RegExp]>([
  ["hostile-prints-before-asked", ["fail"], /stdout/],
  ["hostile-dies-mid-script", ["crash", "fail", "error"], /was killed by SIG/],
  ["hostile-half-a-trace-line", ["error", "fail"], /trace: its last line is incomplete/],
  ["hostile-trace-id-gap", ["fail", "error"], /was not called/],
  ["hostile-non-utf8-trace", ["error"], /trace: .*not UTF-8|not valid JSON/],
  ["hostile-huge-output", ["fail", "crash"], /stderr|SIGKILL/],
  ["hostile-daemon", ["fail"], /processes: still running/],
  ["hostile-keeps-result-open", ["fail"], /processes: still running/],
  ["hostile-writes-outside", ["fail"], /was created outside the case's folder/],
])("%s fails the cases that it can break", { timeout: 300_000 }, async ([name, due, said]) => {
  const delivered = await verdictsOf(name, 10);
  const short = delivered.filter(({ verdict }) => verdict !== "pass");
  expect(short.length).toBeGreaterThan(delivered.length / 2);
  for (const one of short) expect(due, `${one.case}: ${JSON.stringify(one.failures)}`).toContain(one.verdict);
  expect(
    short.flatMap(({ failures }) => failures.map(({ at, text }) => `${at}: ${text}`)).join("\n"),
  ).toMatch(said);
});

test.for(["hostile-ignores-term", "hostile-wrong-port", "hostile-never-ready"])(
  "%s times out in every served case",
  { timeout: 300_000 },
  async (name) => {
    const isServed = ({ kind, stop, requests }: Step) =>
      kind === "serve" && stop === "TERM" && requests.length > 0;
    const served = (await ownCases()).filter(({ area, steps }) => area === "server" && steps.every(isServed));
    const { delivered } = await runOn(testeeOf(name, { limit: 1.5 }), served.slice(0, 3));
    expect(delivered.length).toBeGreaterThan(1);
    expect(counted(delivered, "timeout")).toBe(delivered.length);
  },
);

test("a testee that closes its standard output fails the cases that expect a metric", async () => {
  const metrics = (await ownCases())
    .filter((one) => one.area === "metric" && !one.id.includes("/"))
    .slice(0, 4);
  const { delivered } = await runOn(testeeOf("hostile-closes-stdout-early"), metrics);
  expect(counted(delivered, "pass")).toBeLessThan(delivered.length);
});

test("a change by a testee in its own folder makes the run unsound, with the file's name", async () => {
  const { problems } = await runOn(testeeOf("hostile-writes-outside"), (await someCases()).slice(0, 1));
  expect(problems.join("\n")).toMatch(/changed dist\/.* in its folder/);
});

test("a stopped run reports the remaining cases as not run", async () => {
  const stop = new AbortController();
  stop.abort();
  const { delivered } = await runOn(
    testeeOf("null-silent-0"),
    (await ownCases()).slice(0, 3),
    2,
    stop.signal,
  );
  expect(counted(delivered, "not-run")).toBe(3);
  expect(delivered[0]!.failures[0]!.text).toBe("the run was stopped before this case");
});
