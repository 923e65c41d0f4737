// The bot and its queries, run without a platform.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withBot } from "@botyard/sdk/testing";

test("it counts its runs", () =>
  withBot({ config: { symbol: "AAPL" } }, async (bot) => {
    assert.equal(await bot.run(new URL("../dist/bot.js", import.meta.url)), 0);
    assert.equal(await bot.run(new URL("../dist/bot.js", import.meta.url)), 0);
    assert.deepEqual(bot.metrics[1]?.data, { symbol: "AAPL", count: 2 });
    assert.deepEqual(bot.result, { status: "success", message: "looked at AAPL, run 2" });
    await bot.run(new URL("../dist/query.js", import.meta.url));
    assert.deepEqual(await bot.ask("/status"), { status: "ok", data: { symbol: "AAPL", runs: 2 } });
  }));
