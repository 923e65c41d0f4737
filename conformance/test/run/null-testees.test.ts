import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Case } from "../../src/model.ts";
import { ownCases, runOn, testeeOf } from "./run-on.ts";

const nulls = readdirSync(join(import.meta.dirname, "../testees")).filter((name) => name.startsWith("null-"));

/** The first case of each template; another row of its table asks for no more. */
async function oneOfEach(): Promise<Case[]> {
  return [...new Map((await ownCases()).reverse().map((one) => [one.template, one])).values()];
}

// One that hangs is given up early: all that is asked is that giving up is no pass.
const limits: Record<string, number> = { "null-hang": 0.15, "null-orphan": 2, "null-flood": 2 };

test.for(nulls)("%s passes not one case", { timeout: 120_000 }, async (name) => {
  const limit = limits[name] ?? 2;
  const { delivered } = await runOn(
    testeeOf(name, { limit }),
    await oneOfEach(),
    name === "null-hang" ? 16 : 3,
  );
  expect(delivered.length).toBeGreaterThan(350);
  expect(delivered.filter(({ verdict }) => verdict === "pass").map((one) => one.case)).toEqual([]);
  expect(delivered.filter(({ verdict }) => verdict === "not-run")).toEqual([]);
});
