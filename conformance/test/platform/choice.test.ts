import { expect, test } from "vitest";
import { loadPlatformCases } from "../../src/platform/cases/load.ts";
import { chosenCases } from "../../src/platform/run/choice.ts";

const all = await loadPlatformCases();
const slow = all.filter((one) => one.slow);
const none = { area: [], case: [] };

test("cases that wait for a clock are run on demand, or if they or their area are named", () => {
  expect(slow.length).toBeGreaterThan(0);
  expect(chosenCases(all, none)).toEqual({ named: all, cases: all.filter((one) => !one.slow) });
  expect(chosenCases(all, { ...none, slow: true }).cases).toEqual(all);
  const { id, area } = slow[0]!;
  expect(chosenCases(all, { ...none, case: [id] }).cases).toEqual([slow[0]]);
  expect(chosenCases(all, { ...none, area: [area] }).cases).toContain(slow[0]);
});

test("a template stands for all its variants, and an unknown name is refused with a similar one", () => {
  const { template } = all.find((one) => one.id !== one.template)!;
  const variants = all.filter((one) => one.template === template);
  expect(chosenCases(all, { ...none, case: [template] }).cases).toEqual(variants);
  expect(() => chosenCases(all, { ...none, area: ["tick"] })).toThrow(/there is no area tick: .*ticks/);
});
