import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { choices, chosenBy } from "../src/bench/benches.ts";
import { within } from "../src/bench/limit.ts";
import { alternate } from "../src/bench/numbers.ts";
import type { BenchReport } from "../src/bench/report.ts";
import { root } from "../src/root.ts";
import { run } from "../src/run/command.ts";
import { partsOf } from "../src/run/parts.ts";

const bench = (...args: string[]) =>
  run(process.execPath, [join(root, "packages/repo/src/bench.ts"), ...args], { quiet: true });

test("A benchmark that does not end is named, and fails the command", async () => {
  const folder = mkdtempSync(join(tmpdir(), "botyard-bench-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "report.json");
  const { code, output } = await bench("--short", "--only", "mock", "--limit", "0.001", "--json", file);
  expect(output).toContain("FAILED  mock: has not ended within 0.001 s");
  expect(code).toBe(1);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    ended: [],
    failed: [{ name: "mock", reason: "has not ended within 0.001 s" }],
    skipped: [],
    rows: [],
  });
});

test("The rows before one that does not end are printed", async () => {
  const seen: number[] = [];
  const rows = async function* () {
    yield 1;
    yield 2;
    await new Promise(() => {});
  };
  const reading = (async () => {
    for await (const row of within(0.05, rows())) seen.push(row);
  })();
  await expect(reading).rejects.toThrow("has not ended within 0.05 s");
  expect(seen).toEqual([1, 2]);
});

test("The SDKs can be measured all, or one language alone", async () => {
  expect(chosenBy("sdks/haskell")).toEqual(["sdks/haskell"]);
  expect(chosenBy("sdks")).toHaveLength(7);
  expect(choices).toContain("sdks");
  const { code, output } = await bench("--only", "haskell");
  expect(output).toContain('unknown benchmark "haskell"');
  expect(code).toBe(2);
});

test("Two sides take turns at being the first, and the first round is not counted", async () => {
  const order: string[] = [];
  const side = (name: string) => async () => [order.push(name)];
  const { a, b } = await alternate(3, side("a"), side("b"));
  expect(order.join("")).toBe("abbaabba");
  expect(a).toEqual([4, 5, 8]);
  expect(b).toEqual([3, 6, 7]);
});

test("Bots with a network of their own are measured, or the reason is given why they cannot be", async () => {
  const folder = mkdtempSync(join(tmpdir(), "botyard-bench-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "report.json");
  const { code, output } = await bench("--short", "--only", "border", "--json", file);
  expect(code, output).toBe(0);
  const { ended, skipped, rows } = JSON.parse(readFileSync(file, "utf8")) as BenchReport;
  expect(ended).toEqual(["border/memory", "border/starts", "border/queries", "border/round-trips"]);
  if (skipped.length === 0) expect(rows).toHaveLength(9);
  // What the rest of the machine does to the memory of the kernel may be more than what ten launches do.
  for (const row of rows)
    if ("value" in row && row.unit !== "KiB") expect(row.value, row.name).toBeGreaterThan(0);
});

test("Both stores are measured in one run, or the reason is given why they cannot be", async () => {
  const folder = mkdtempSync(join(tmpdir(), "botyard-bench-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "report.json");
  const names = ["stores/memory", "stores/output", "stores/reads"];
  const { code, output } = await bench("--short", "--json", file, ...names.flatMap((one) => ["--only", one]));
  expect(code, output).toBe(0);
  const { ended, skipped, rows } = JSON.parse(readFileSync(file, "utf8")) as BenchReport;
  expect(ended).toEqual(names);
  if (skipped.length > 0) expect(skipped).toHaveLength(names.length);
  else expect(rows).toHaveLength(6);
  for (const row of rows) if ("value" in row) expect(row.value, row.name).toBeGreaterThan(0);
});

test("A limit that is no time is refused", async () => {
  const { code, output } = await bench("--limit", "soon");
  expect(output).toContain('--limit "soon" is not a number of seconds above 0.');
  expect(code).toBe(2);
});

test("The thorough tier runs the benchmarks", () => {
  const parts = partsOf({ thorough: true, reports: "reports", paths: [] });
  expect(parts.find(({ name }) => name === "bench")).toMatchObject({ thorough: true });
});
