import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import * as sdk from "../src/index.ts";
import { linesOf, RealBot } from "./real-bot.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const [bot, queries] = [...readme.matchAll(/```js\n(.*?)```/gs)].map((match) => match[1]!);

test("the README's bot runs and its queries are answered", async () => {
  const feed = createServer((_, response) =>
    response.end('{"prices":[{"date":"2013-03-01","close":187.5}]}'),
  );
  onTestFinished(() => void feed.close());
  await once(feed.listen(0, "127.0.0.1"), "listening");
  const { port } = feed.address() as { port: number };
  const BOT_CONFIG = JSON.stringify({ symbol: "AAPL", feed_url: `http://127.0.0.1:${port}` });
  const STATE_DIR = new RealBot("").directory;

  const real = new RealBot(bot!);
  const { exitCode, stdout, stderr } = await real.run({ BOT_CONFIG, STATE_DIR });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(linesOf(stdout)).toMatchObject([{ _metric: "price", data: { symbol: "AAPL", value: 187.5 } }]);
  expect(real.result()).toEqual({ status: "success", message: "run 1 saw 187.5" });

  const program = new RealBot(queries!);
  await program.run({ STATE_DIR, QUERY_PATH: "/runs", QUERY_PARAMS: '{"note":"hi"}' });
  expect(program.result()).toEqual({ status: "ok", data: { runs: 1, note: "hi" } });
});

test("the README names every export", () => {
  for (const name of Object.keys(sdk)) expect(readme).toMatch(new RegExp(`\`${name}\\b`));
});
