import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Case } from "../../src/model.ts";
import { ownCases, runOn, testeeOf } from "./run-on.ts";

const nulls = readdirSync(join(import.meta.dirname, "../testees")).filter((name) => name.startsWith("null-"));

/** Returns the first case of each template; other rows add nothing here. */
async function oneOfEach(): Promise<Case[]> {
  return [...new Map((await ownCases()).reverse().map((one) => [one.template, one])).values()];
}

/** Testees that end normally, so that only the expectations of a case can detect them. */
const subtle = ["null-silent-0", "null-silent-1", "null-echo", "null-liar", "null-noise"];
const isThorough = process.env.BOTYARD_THOROUGH === "1";

/** Returns all cases, or every tenth for a testee that every case detects by its end. */
function someOf(cases: Case[], name: string): Case[] {
  return isThorough || subtle.includes(name) ? cases : cases.filter((_, at) => at % 10 === 0);
}

// In seconds. A short limit is enough for one that hangs: a timeout is not a pass.
const limits: Record<string, number> = { "null-hang": 0.15, "null-orphan": 2, "null-flood": 2 };

test.for(nulls)("%s passes no case", { timeout: 300_000 }, async (name) => {
  const limit = limits[name] ?? 2;
  const cases = someOf(await oneOfEach(), name);
  const { delivered } = await runOn(testeeOf(name, { limit }), cases, name === "null-hang" ? 16 : 3);
  expect(cases.length).toBeGreaterThan(35);
  expect(delivered.length).toBeGreaterThan(cases.length * 0.8);
  expect(delivered.filter(({ verdict }) => verdict === "pass").map((one) => one.case)).toEqual([]);
  expect(delivered.filter(({ verdict }) => verdict === "not-run")).toEqual([]);
});
