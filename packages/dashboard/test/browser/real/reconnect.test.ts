import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { TestPlatform } from "../../../../repo/src/drive/platform.ts";
import { signIn, usePlatform } from "../../support/real.ts";

/** Counts in its log and metrics until it is stopped. */
const bot = `
let count = 0;
setInterval(() => {
  count += 1;
  console.log(JSON.stringify({ _metric: "beat", count }));
  console.log("beat " + count);
}, 100);
process.on("SIGTERM", () => process.exit(0));
`;
const patiently = { timeout: 60_000 };

let platform: TestPlatform;
const visit = usePlatform((started) => {
  platform = started;
});

/** Counts in the rows of the table of metrics, the newest first. */
const counts = async (page: Page): Promise<number[]> =>
  (await page.locator("tbody td:nth-child(3)").allTextContents()).map((text) => JSON.parse(text).count);
const newest = async (page: Page): Promise<number> => (await counts(page))[0] ?? 0;
const lost = (page: Page) => page.getByText("Connection lost", { exact: true });

test("the platform is killed and comes back: every metric and line is on the page once", async () => {
  await platform.upload({ name: "beats", type: "realtime", bot });
  const id = await platform.create({ name: "beats", type: "realtime/beats" });
  const visitor = await visit();
  const { page } = visitor;
  await signIn(visitor, platform);
  const log = await page.context().newPage();
  await page.goto(`/bots/${id}/metrics?as=table`);
  await log.goto(`/bots/${id}/logs`);
  await expect.poll(() => newest(page), patiently).toBeGreaterThan(5);
  await log
    .getByText(/^beat \d+$/)
    .first()
    .waitFor(patiently);

  await platform.end("SIGKILL");
  for (const one of [page, log]) {
    await lost(one).waitFor();
    await one.locator("main[data-stale]").waitFor();
  }
  const before = await newest(page);
  await platform.start(["--stop-bots"]);
  for (const one of [page, log]) await lost(one).waitFor({ state: "detached", ...patiently });
  // The bot went on while the platform was away, and goes on now.
  await expect.poll(() => newest(page), patiently).toBeGreaterThan(before + 10);

  await platform.call("POST", `/bots/${id}/stop`);
  await platform.waitFor(id, "stopped");
  // The platform's own last line follows those of the bot.
  await log.getByText("The process exited with code 0.").waitFor(patiently);
  const { items } = await platform.get<{ items: { message: string }[] }>(`/bots/${id}/logs?limit=1000`);
  const beats = items.map(({ message }) => message).filter((message) => message.startsWith("beat"));
  const last = beats.length;
  expect(beats).toEqual(beats.map((_, at) => `beat ${at + 1}`));
  expect(last).toBeLessThan(500);
  await expect.poll(() => newest(page), patiently).toBe(last);
  expect(await counts(page)).toEqual(beats.map((_, at) => last - at));
  await log.getByText(`${items.length} lines shown`).waitFor();
  await log.getByText(`beat ${last}`, { exact: true }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
}, 180_000);
