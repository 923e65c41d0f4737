import { afterAll, beforeAll, expect, test } from "vitest";
import { type Deployed, deployExample } from "../../src/drive/example.ts";
import { TestPlatform } from "../../src/drive/platform.ts";
import { runOnce } from "./recipes/runs.ts";
import { type Service, startExchange } from "./recipes/services.ts";
import { whyNoPackages } from "./recipes/why-no-packages.ts";

const obstacle = await whyNoPackages();
const folder = "packages/repo/test/e2e/libraries";

let platform: TestPlatform;
let exchange: Service;
let bot: Deployed;

beforeAll(async () => {
  if (obstacle !== undefined) return;
  platform = new TestPlatform();
  exchange = await startExchange();
  await platform.start(["--local-service", `local-exchange=${new URL(exchange.url).host}`]);
  bot = await deployExample(platform, folder, { url: exchange.url });
}, 1_200_000);
afterAll(async () => {
  if (obstacle !== undefined) return;
  await platform.close();
  exchange.child.process.kill("SIGTERM");
});

/** What each library returns to the bot; a failure would be a text. */
const expected = (isLater: boolean) => ({
  numpy: 5,
  pandas: 23,
  scipy: 2,
  // Of the fonts and of compiled functions, a later run finds what the first one has stored.
  matplotlib: { is_png: true, had_fonts: isLater },
  numba: { result: 500_500, from_cache: isLater ? 1 : 0, threads: 1 },
  pyarrow: { sum: 4, threads: 1 },
  polars: { sums: [4, 2], threads: 1 },
  zoneinfo: 7200,
  requests: { status: "online", other: "refused", certificates: true },
});

test("the libraries of trading bots work in a bot, with half a processor, and a later run finds their caches", {
  timeout: 600_000,
}, async ({ skip }) => {
  skip(obstacle !== undefined, obstacle);
  expect(await runOnce(platform, bot)).toEqual(expected(false));
  expect(await runOnce(platform, bot)).toEqual(expected(true));
});
