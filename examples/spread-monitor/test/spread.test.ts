import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { botIn, startFeed } from "../../expected/test/bots.ts";

const onMay4 = {
  date: "2010-05-04",
  left: "GOOG",
  right: "AAPL",
  left_price: 506.37,
  right_price: 258.68,
  spread: 247.69,
  ratio: 1.9575,
};

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}

test("the spread changes with the prices, and the query returns the last, the lowest and the highest", async () => {
  const feed = await startFeed("2010-05-04");
  const bot = botIn("spread-monitor", { interval_ms: 5 }, feed.url);
  const started = bot.start();
  await started.says('"ratio"');
  feed.now = "2010-05-05";
  await started.says("2010-05-05");
  const { code, metrics, logs } = await started.stop();
  const onMay5 = {
    ...onMay4,
    date: "2010-05-05",
    left_price: 509.76,
    right_price: 255.99,
    spread: 253.77,
    ratio: 1.9913,
  };
  expect({ code, logs }).toEqual({ code: 0, logs: [] });
  expect(metrics[0]).toEqual({ type: "spread", data: onMay4 });
  expect(metrics.at(-1)).toEqual({ type: "spread", data: onMay5 });
  const extremes = { low: 247.69, high: 253.77, looks: metrics.length };
  expect(await bot.query("/spread")).toEqual({ status: "ok", data: { ...onMay5, ...extremes } });
});

test("both prices are of the same day, even if the day ends between the two requests", async () => {
  const feed = await startFeed("2010-05-03");
  const moments = ["2010-05-04", "2010-05-05"];
  feed.asked = () => {
    feed.now = moments.shift() ?? feed.now;
  };
  const bot = botIn("spread-monitor", { interval_ms: 60_000 }, feed.url);
  const started = bot.start();
  await started.says('"ratio"');
  expect((await started.stop()).metrics).toEqual([{ type: "spread", data: onMay4 }]);
});

test("a failure of the feed and its end are logged once each", async () => {
  const feed = await startFeed("2010-05-04");
  const bot = botIn("spread-monitor", { interval_ms: 1 }, feed.url);
  let questions = 0;
  feed.asked = () => {
    feed.wait = questions++ < 2 ? 0.05 : 0;
  };
  const started = bot.start();
  await started.says('"ratio"');
  expect((await started.stop()).logs).toMatchObject([
    { level: "warn", message: "no prices: HTTP Error 429: Too Many Requests" },
    { level: "info", message: "prices are back" },
  ]);
});

test("its query server answers before and while the bot looks", async () => {
  const feed = await startFeed("2010-05-04");
  const bot = botIn("spread-monitor", {}, feed.url);
  const port = await freePort();
  const server = bot.serveQueries(port);
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/spread`)).json();
  await expect.poll(() => ask().catch(() => undefined)).toEqual({ looks: 0 });
  const started = bot.start();
  await started.says('"ratio"');
  expect(await ask()).toEqual({ ...onMay4, low: 247.69, high: 247.69, looks: 1 });
  expect(await server.stop()).toMatchObject({ code: 0, logs: [] });
});
