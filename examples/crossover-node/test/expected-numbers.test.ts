import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

// The bot is plain JavaScript, so that it runs unchanged everywhere: its types are not known here.
const folder = join(import.meta.dirname, "..");
const { measure, rounded, settingsOf, signalOf } = await import(join(folder, "strategy.mjs"));
const { performance, remember, resume, signals, status } = await import(join(folder, "record.mjs"));

const examples = join(folder, "..");
const read = (name: string) => JSON.parse(readFileSync(join(examples, "expected", "fixtures", name), "utf8"));

function closes(symbol: string): { date: string; close: number }[] {
  const [, ...rows] = readFileSync(join(examples, "price-feed", "data", `${symbol}.csv`), "utf8")
    .trimEnd()
    .split("\n");
  return rows.map((row) => ({ date: row.slice(0, 10), close: Number(row.slice(11)) }));
}

test("rounding is exact and takes the middle away from zero", () => {
  for (const [x, digits, expected] of read("rounding.json")) {
    expect(rounded(x, digits), `round(${x}, ${digits})`).toBe(expected);
  }
});

describe("a bot's life goes as computed:", () => {
  const lives = read("looks.json");
  test.each(Object.keys(lives))("%s", (name) => {
    const life = lives[name];
    const settings = settingsOf(life.settings);
    const history = closes(settings.symbol);
    let record = resume(settings, null);
    for (const look of life.looks) {
      const known = history.filter(({ date }) => date <= look.at);
      const measured = measure(settings, known.slice(-settings.long_period));
      if (look.closes !== undefined) {
        expect(measured).toBeUndefined();
        continue;
      }
      const next = remember(record, measured);
      expect({ at: look.at, ...measured, signal: next.signal }).toEqual(look);
      record = resume(settings, JSON.parse(JSON.stringify(next.record)));
    }
    expect(JSON.stringify(status(record))).toBe(JSON.stringify(life.status));
    expect(signals(record, 100)).toEqual(life.signals);
    expect(performance(record)).toEqual(life.performance);
  });
});

test("a query for signals is answered with none to a hundred", () => {
  const life = read("looks.json")["more signals than are kept"];
  const newestLast = { ...life.performance, signals: life.signals.signals.toReversed() };
  const counts = [-1, 0, 3, 100, 1000].map((limit) => signals(newestLast, limit).signals.length);
  expect(counts).toEqual([0, 0, 3, 100, 100]);
});

test("the confidence is half at one percent and never above 0.95", () => {
  const confidence = (short_sma: number) =>
    signalOf({ price: { symbol: "ACME", value: 10 }, sma: { short_sma, long_sma: 100 } }, "above").confidence;
  expect([100.001, 101, 103, 119, 120, 1000].map(confidence)).toEqual([0, 0.5, 0.75, 0.95, 0.95, 0.95]);
});
