import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { closesUpTo, loadMarket, tradingDays } from "../src/market.ts";

const folder = join(import.meta.dirname, "..", "data");
const market = loadMarket(folder);

describe("the prices", () => {
  test.each([
    ["AAPL", 3270, "2000-03-01", 130.31, 430.47, 49_412_361],
    ["GOOG", 2148, "2004-08-19", 100.34, 806.19, 102_132_720],
    ["IBM", 3270, "2000-03-01", 100.25, 202.91, 37_300_149],
    ["MSFT", 3270, "2000-03-01", 90.81, 27.95, 11_379_747],
  ])(
    "of %s are complete, in order and unchanged",
    (symbol, days, firstDate, firstClose, lastClose, cents) => {
      const closes = market.get(symbol)!;
      expect(closes).toHaveLength(days);
      expect(closes[0]).toEqual({ date: firstDate, close: firstClose });
      expect(closes.at(-1)).toEqual({ date: "2013-03-01", close: lastClose });
      expect(closes.map(({ date }) => date)).toEqual([...new Set(closes.map(({ date }) => date))].sort());
      expect(closes.reduce((sum, { close }) => sum + Math.round(close * 100), 0)).toBe(cents);
    },
  );

  test("are byte for byte the files that were derived from the source", () => {
    const hash = (name: string) =>
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex");
    expect(["AAPL", "GOOG", "IBM", "MSFT"].map((symbol) => hash(`${symbol}.csv`))).toEqual([
      "87352b2c44fb0ea228762cb7e2663708941f9709214d7ad294f3c1a5d0dbc3a2",
      "fdf84e0fc75a28c9f9f1af65f9c2c59ac4b6fc88c2a4b6ae22ef6326e3bb6a4e",
      "05cfb0928c774ad4a3cd38c2bd6df0b46afa63579e2fe64dcb7bb062301158c2",
      "daeaac071ef92ff9d45ed8237cb7f27361ad1fb19d2cacc46cfb1a70e1c85c90",
    ]);
  });

  test("include their source and licence", () => {
    expect(readFileSync(join(folder, "SOURCE.md"), "utf8")).toContain("bokeh_sampledata");
    expect(readFileSync(join(folder, "LICENSE.txt"), "utf8")).toContain("Copyright (c) Bokeh Contributors");
  });
});

describe("the newest closes up to a date", () => {
  const closes = market.get("GOOG")!;

  test("end with that date, oldest first", () => {
    const dates = closesUpTo(closes, "2010-05-04", 3).map(({ date }) => date);
    expect(dates).toEqual(["2010-04-30", "2010-05-03", "2010-05-04"]);
  });

  test("end with an earlier day on a day without trading", () => {
    expect(closesUpTo(closes, "2010-05-02", 1)).toEqual(closesUpTo(closes, "2010-04-30", 1));
  });

  test("are fewer at the beginning of the history, and none before it", () => {
    expect(closesUpTo(closes, "2004-08-20", 60)).toHaveLength(2);
    expect(closesUpTo(closes, "2004-08-18", 60)).toEqual([]);
  });

  test("are the last ones for every later date", () => {
    expect(closesUpTo(closes, "2030-01-01", 1)).toEqual([{ date: "2013-03-01", close: 806.19 }]);
  });
});

test("the trading days are those of all symbols together", () => {
  expect(tradingDays(market)).toEqual(market.get("IBM")!.map(({ date }) => date));
});
