import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { linesOf, RealBot } from "./real-bot.ts";

const page = readFileSync(new URL("../../../docs/explanation/money.md", import.meta.url), "utf8");

test("the example of the page about money keeps every digit over two runs", async () => {
  const [, program] = /```js\n([\s\S]*?)```/.exec(page)!;
  const bot = new RealBot(program!);
  const [first, second] = [
    await bot.run({ BOT_CONFIG: '{"fee":"0.001"}' }),
    await bot.run({ BOT_CONFIG: '{"fee":"0.001"}' }),
  ];
  expect(linesOf(first.stdout)).toMatchObject([{ data: { value: 562.61205, exact: "562.61205" } }]);
  expect(linesOf(second.stdout)).toMatchObject([{ data: { value: 1125.2241, exact: "1125.22410" } }]);
});
