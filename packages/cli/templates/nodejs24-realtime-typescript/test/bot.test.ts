// The bot and its queries, run without a platform.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withBot } from "@botyard/sdk/testing";

test("it beats until it is asked to stop", () =>
  withBot({ config: { symbol: "AAPL", interval_seconds: 5 }, stopAfter: 10 }, async (bot) => {
    await bot.run(new URL("../dist/bot.js", import.meta.url));
    assert.deepEqual(
      bot.metrics.map(({ data }) => data),
      [
        { symbol: "AAPL", count: 1 },
        { symbol: "AAPL", count: 2 },
      ],
    );
    await bot.run(new URL("../dist/query.js", import.meta.url));
    assert.deepEqual(await bot.ask("/status"), { status: "ok", data: { symbol: "AAPL", beats: 2 } });
  }));
