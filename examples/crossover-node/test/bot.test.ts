import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withBot } from "@botyard/sdk/testing";
import { afterEach, expect, test, vi } from "vitest";

const folder = join(import.meta.dirname, "..");
const [main, queries] = [join(folder, "main.mjs"), join(folder, "query.mjs")];
const lives = JSON.parse(readFileSync(join(folder, "..", "expected", "fixtures", "looks.json"), "utf8"));
const life = lives["the examples of crossover.md"];

/** Answers as the feed does on a day. */
function feedOn(day: string) {
  const { symbol } = life.settings;
  const [, ...rows] = readFileSync(join(folder, "..", "price-feed", "data", `${symbol}.csv`), "utf8")
    .trimEnd()
    .split("\n");
  const known = rows.map((row) => ({ date: row.slice(0, 10), close: Number(row.slice(11)) }));
  return async (url: string) => {
    const limit = Number(new URL(url).searchParams.get("limit"));
    return Response.json({ prices: known.filter(({ date }) => date <= day).slice(-limit) });
  };
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test("each run is a look, and the queries answer", async () => {
  vi.stubEnv("PRICE_FEED_URL", "http://feed.invalid");
  await withBot({ config: life.settings }, async (bot) => {
    for (const { at } of life.looks) {
      vi.stubGlobal("fetch", feedOn(at));
      expect(await bot.run(main)).toBe(0);
      expect(bot.result).toMatchObject({ status: "success" });
    }
    await bot.run(queries);
    expect(await bot.ask("/status")).toEqual({ status: "ok", data: life.status });
    expect(await bot.ask("/signals", { limit: 100 })).toEqual({ status: "ok", data: life.signals });
    expect(await bot.ask("/performance")).toEqual({ status: "ok", data: life.performance });
  });
});

test("a run whose feed does not answer fails and says why", async () => {
  vi.stubEnv("PRICE_FEED_URL", "http://127.0.0.1:9");
  await withBot({ config: life.settings }, async (bot) => {
    expect(await bot.run(main)).toBe(1);
    expect(bot.result).toMatchObject({ status: "error", message: "the price feed did not answer" });
  });
});
