import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as reference from "@botyard/core";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Core } from "../src/core.ts";
import { disagreements } from "./agreement/agree.ts";
import { count, seed } from "./agreement/count.ts";
import { came, difference } from "./agreement/outcome.ts";
import { reference as referenceCore } from "./agreement/reference.ts";
import { describeCores } from "./cores.ts";

describeCores((coreNow) => {
  test(`agrees with @botyard/core in ${count} random calls of all rooms`, () => {
    const core = coreNow();
    expect(disagreements(core, count, seed)).toEqual([]);
  });

  test("reads, refuses and judges every JSON text of the conformance suite as @botyard/core does", () => {
    const core = coreNow();
    const texts = corpus();
    expect(texts.length).toBeGreaterThan(150);
    for (const text of texts) {
      const calls: ((core: Core) => unknown)[] = [
        ({ json }) => json.read(text),
        ({ log }) => log.readLine(text, "stdout"),
        ({ result }) => result.verdict(0, text),
        ({ state }) => state.readDocument("a", Buffer.from(text), "state/a.json"),
        ({ input }) => input.parse({ BOT_ID: "a", BOT_CONFIG: text }),
        ({ request }) => request.open("/", { a: text }).getArray("a"),
      ];
      for (const call of calls)
        expect(difference(came(call, referenceCore), came(call, core)), text.slice(0, 200)).toBeUndefined();
    }
  });

  test("has the error table of @botyard/core", () => {
    const core = coreNow();
    expect(core.errors.table).toEqual(reference.errorTable);
  });

  test("reads texts nested 512 levels deep, and refuses deeper ones without harm", () => {
    const core = coreNow();
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(core.json.write(core.json.read(nested(512)))).toBe(nested(512));
    for (const text of [nested(513), nested(1_000_000), "[".repeat(1_000_000), '{"a":'.repeat(1_000_000)])
      expect(() => core.json.read(text)).toThrow(expect.objectContaining({ name: "JsonSyntaxError" }));
    const circle: unknown[] = [];
    circle.push(circle);
    expect(() => core.json.write(circle)).toThrow("is nested deeper than 512 levels, or holds itself");
  });
});

/** Returns the JSON texts in the suite's cases: contents of state files, of configs and of lines. */
function corpus(): string[] {
  const folder = join(import.meta.dirname, "..", "..", "..", "..", "conformance", "cases");
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === "string" && mayBeJson.test(value)) texts.add(expanded(value));
    else if (typeof value === "object" && value !== null)
      for (const inner of Object.values(value)) collect(inner);
  };
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    if (file.endsWith(".yaml")) collect(parse(readFileSync(join(folder, file), "utf8")));
  return [...texts];
}

const mayBeJson = /^\s*["[{\d+-]|^\s*(true|false|null|NaN|-?Infinity)\s*$/;

/** Writes out the suite's placeholders of repeated characters. */
const expanded = (text: string): string =>
  text
    .replace(/\$\{(.)\*(\d+)\}/gsu, (_, character: string, times: string) => character.repeat(Number(times)))
    .toWellFormed();
