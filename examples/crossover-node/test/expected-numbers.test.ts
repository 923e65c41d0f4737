import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

// The bot is plain JavaScript, so that it runs without a build; its types are not available here.
const folder = join(import.meta.dirname, "..");
const { rounded, settingsOf, signalOf } = await import(join(folder, "strategy.mjs"));
const { catchUp, mostNewCloses, performance, resume, signals, status, toEmit } = await import(
  join(folder, "record.mjs")
);

const examples = join(folder, "..");
const read = (name: string) => JSON.parse(readFileSync(join(examples, "expected", "fixtures", name), "utf8"));

type Close = { date: string; close: number; time: string };

function closes(symbol: string): Close[] {
  const [, ...rows] = readFileSync(join(examples, "price-feed", "data", `${symbol}.csv`), "utf8")
    .trimEnd()
    .split("\n");
  return rows.map((row) => {
    const date = row.slice(0, 10);
    return { date, close: Number(row.slice(11)), time: date };
  });
}

/** Returns the part of the known closes that the feed sends to the bot. */
const answer = ({ long_period }: { long_period: number }, known: Close[]) =>
  known.slice(-(long_period + mostNewCloses));

test("rounding is exact and rounds the middle away from zero", () => {
  for (const [x, digits, expected] of read("rounding.json")) {
    expect(rounded(x, digits), `round(${x}, ${digits})`).toBe(expected);
  }
});

describe("a bot's history matches the computed one:", () => {
  const lives = read("looks.json");
  test.each(Object.keys(lives))("%s", (name) => {
    const life = lives[name];
    const settings = settingsOf(life.settings);
    const history = closes(settings.symbol);
    let record = resume(settings, null);
    for (const look of life.looks) {
      const known = answer(
        settings,
        history.filter(({ date }) => date <= look.at),
      );
      const emitted = toEmit(settings, record, known);
      if (emitted.length === 0) {
        expect(look).toEqual({ at: look.at, closes: known.length });
        continue;
      }
      const next = catchUp(settings, record, known);
      const [{ date: first }, newest] = [emitted[0], emitted.at(-1)];
      expect({ at: look.at, first, ...newest, signals: next.signals }).toEqual(look);
      record = resume(settings, JSON.parse(JSON.stringify(next.record)));
    }
    expect(JSON.stringify(status(record))).toBe(JSON.stringify(life.status));
    expect(signals(record, 100)).toEqual(life.signals);
    expect(performance(record)).toEqual(life.performance);
  });
});

describe("the signals of thirteen years match those computed from the closes,", () => {
  // The number of closes between two looks, in turn.
  test.each([
    ["a look a day", [1]],
    ["with pauses of up to a month", [1, 20, 2, 1, 7, 13]],
    ["with pauses as long as a look can catch up", [300, 1, 299, 3]],
  ])("%s", (_, steps) => {
    for (const history of read("signals.json")) {
      const settings = settingsOf(history);
      const prices = closes(history.symbol);
      let record = resume(settings, null);
      const shown: unknown[] = [];
      for (let known = history.long_period, look = 0; ; known += steps[look++ % steps.length]!) {
        const next = catchUp(settings, record, answer(settings, prices.slice(0, known)));
        record = next.record;
        for (const { date, type, price } of next.signals) shown.push([date, type, price]);
        if (known >= prices.length) break;
      }
      expect(shown).toEqual(history.signals);
      expect(record.since).toBe(history.since);
    }
  });
});

test("a query for signals returns between 0 and 100 of them", () => {
  const life = read("looks.json")["more signals than are kept"];
  const newestLast = { ...life.performance, signals: life.signals.signals.toReversed() };
  const counts = [-1, 0, 3, 100, 1000].map((limit) => signals(newestLast, limit).signals.length);
  expect(counts).toEqual([0, 0, 3, 100, 100]);
});

test("the confidence is 0.5 at one percent and at most 0.95", () => {
  const confidence = (short_sma: number) =>
    signalOf({ price: { symbol: "ACME", value: 10 }, sma: { short_sma, long_sma: 100 } }, "above").confidence;
  expect([100.001, 101, 103, 119, 120, 1000].map(confidence)).toEqual([0, 0.5, 0.75, 0.95, 0.95, 0.95]);
});
