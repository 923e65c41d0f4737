import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { botIn, type Json, realtimeBots, startFeed } from "./bots.ts";

/** Starts a server that sends the same answer to all requests. */
async function answering(status: number, body: string, headers: Record<string, string> = {}) {
  const server = createServer((_, response) => {
    response.writeHead(status, headers).end(body, () => response.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns an address on which no server listens. */
async function nowhere(): Promise<string> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return `http://127.0.0.1:${port}`;
}

const noList = "the price feed did not send a price list";
const badList = (close: unknown) => () => answering(200, JSON.stringify({ prices: [{ date: "x", close }] }));
const dated = (...dates: string[]) =>
  answering(200, JSON.stringify({ prices: dates.map((date) => ({ date, close: 1 })) }));

describe("a price feed that fails", () => {
  test.each<[string, () => Promise<string>, string]>([
    ["is down", nowhere, "the price feed did not answer"],
    [
      "refuses too many requests",
      async () => Object.assign(await startFeed("2010-05-04"), { wait: 7 }).url,
      "the price feed refused: 429 rate_limited",
    ],
    [
      "does not know the symbol",
      async () => (await startFeed("2010-05-04")).url,
      "the price feed refused: 404 unknown_symbol",
    ],
    ["fails", () => answering(500, "oops"), "the price feed refused: 500"],
    [
      "closes the connection early",
      () => answering(200, "{}", { "Content-Length": "99" }),
      "the price feed did not answer",
    ],
    ["sends HTML", () => answering(200, "<html>"), noList],
    ["sends nothing", () => answering(200, ""), noList],
    ["sends null", () => answering(200, "null"), noList],
    ["sends no list", () => answering(200, '{"prices":{}}'), noList],
    ["sends a close that is a string", badList("12.5"), noList],
    ["sends a close of zero", badList(0), noList],
    ["sends a close that is true", badList(true), noList],
    ["sends the newest close first", () => dated("2010-05-04", "2010-05-03"), noList],
    ["sends two closes of one day", () => dated("2010-05-04", "2010-05-04"), noList],
  ])("and %s results in the same message in all languages, and in no metric", async (_, start, message) => {
    const url = await start();
    const node = botIn("crossover-node", { symbol: "NOPE" }, url);
    const inOneProcess = async (folder: string) => {
      const started = botIn(folder, { symbol: "NOPE" }, url).start();
      await started.says('"message"');
      return started.stop();
    };
    const [run, ...others] = await Promise.all([node.run(), ...realtimeBots.map(inOneProcess)]);
    const reason = expect.any(String);
    expect(run).toMatchObject({ code: 1, metrics: [], logs: [{ level: "error", message }] });
    expect(run.result).toEqual({ status: "error", message, data: { reason } });
    for (const realtime of others) {
      expect(realtime).toMatchObject({ code: 0, metrics: [], result: undefined });
      expect(realtime.logs).toMatchObject([{ level: "warn", message, data: { reason } }]);
    }
  });

  test.each(["crossover-node", ...realtimeBots])(
    "%s takes the date for a time that is no string",
    async (folder) => {
      const times = [undefined, null, 12, true, {}, ["2010-05-04T20:00:00Z"], "yesterday evening", ""];
      const dates = times.map((_, index) => `2010-05-0${index + 1}`);
      const prices = dates.map((date, index) => ({ date, close: index + 1, time: times[index], more: {} }));
      const url = await answering(200, JSON.stringify({ prices }));
      const started = botIn(folder, { short_period: 1, long_period: 2 }, url).start();
      await started.says("7.5");
      const { metrics } = await started.stop();
      const shown = metrics.filter(({ type }) => type === "price").map(({ data }) => data.time);
      expect(shown).toEqual([...dates.slice(1, 6), "yesterday evening", ""]);
    },
  );

  test.each(realtimeBots)("does not end %s, which continues when the feed is back", async (folder) => {
    const feed = await startFeed("2010-05-04");
    feed.wait = 60;
    const bot = botIn(folder, { update_interval_ms: 1 }, feed.url);
    const started = bot.start();
    await started.says("429");
    feed.wait = 0;
    await started.says("short_sma");
    expect(await started.stop()).toMatchObject({ code: 0 });
  });
});

describe("a permanent error is reported and ends every bot with exit code 1", () => {
  const foreign = 'the state key "crossover" does not contain a crossover record: delete it to begin afresh';
  test.each<[string, Json, Record<string, string>, string | undefined, string]>([
    [
      "a state that is not JSON",
      {},
      {},
      '{"format":1,',
      'the file of state key "crossover" is not valid JSON',
    ],
    ["a state of another format", {}, {}, '{"format":7}', foreign],
    ["a state that is a list", {}, {}, "[]", foreign],
    [
      "a missing address of the feed",
      {},
      { PRICE_FEED_URL: "" },
      undefined,
      "PRICE_FEED_URL is not set: set it to the address of the price feed",
    ],
    [
      "a short period that is not less than the long one",
      { short_period: 20 },
      {},
      undefined,
      "short_period must be less than long_period, got 20 and 20",
    ],
    ["a missing config", {}, { BOT_CONFIG: "" }, undefined, "BOT_CONFIG is not set"],
  ])("%s", async (_, config, environment, stored, message) => {
    const feed = await startFeed("2010-05-04");
    const said = expect.stringContaining(message);
    for (const folder of ["crossover-node", ...realtimeBots]) {
      const bot = botIn(folder, config, feed.url);
      if (stored !== undefined) {
        mkdirSync(bot.stateDir);
        writeFileSync(join(bot.stateDir, "crossover.json"), stored);
      }
      const ended = await bot.run(environment);
      expect(ended, folder).toMatchObject({
        code: 1,
        metrics: [],
        logs: [{ level: "error", message: said }],
      });
      expect(ended.result, folder).toEqual({ status: "error", message: said });
      if (stored !== undefined) {
        expect(readFileSync(join(bot.stateDir, "crossover.json"), "utf8")).toBe(stored);
      }
    }
  });
});
