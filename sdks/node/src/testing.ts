/**
 * Runs a bot's code in a test, without a platform. While it runs, the functions of the SDK belong to the test's bot: they get its
 * id and config, what they emit is in its lists, and its state and result are in a temporary folder. This follows the
 * asynchronous calls of a test, so that several tests can run at once and do not meet.
 *
 * @packageDocumentation
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bot, BotOptions } from "./testing/bot.ts";
import { enter, TestBot } from "./testing/test-bot.ts";

export type { Bot, BotOptions, LogRecord, Metric } from "./testing/bot.ts";

/**
 * Makes a bot, and runs the body of a test with it. What the body and all that it calls do with the SDK belongs to this bot.
 *
 * @returns what the body returns
 * @example
 * const prices = await withBot({ config: { symbol: "AAPL" }, stopAfter: 120 }, async (bot) => {
 *   await bot.run(async () => {
 *     const { symbol } = input.parse<{ symbol: string }>().config;
 *     while (!stop.requested()) {
 *       metric("price", { symbol, value: 187.5 });
 *       await stop.wait(60);
 *     }
 *   });
 *   return bot.metrics;
 * });
 * console.log(prices.length, prices[1]?.timestamp); // 2 2026-01-01T00:01:00.000Z
 */
export async function withBot<T>(options: BotOptions, body: (bot: Bot) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "botyard-"));
  try {
    const bot = new TestBot(options, folder);
    return await enter(bot, () => body(bot));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
