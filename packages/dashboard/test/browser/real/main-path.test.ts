import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { TestPlatform } from "../../../../repo/src/drive/platform.ts";
import { signInLink, usePlatform } from "../../support/real.ts";

/** Counts in its log and metrics, in steps from its config, until it is stopped. */
const bot = `
const { step } = JSON.parse(process.env.BOT_CONFIG);
let count = 0;
setInterval(() => {
  count += step;
  console.log(JSON.stringify({ _metric: "count", symbol: "AAPL", value: count }));
  console.log("counted to " + count + " in steps of " + step);
}, 100);
process.on("SIGTERM", () => process.exit(0));
`;
const query = `
import { createServer } from "node:http";
createServer((request, response) => {
  response.setHeader("content-type", "application/json");
  const path = request.url.split("?")[0];
  response.end(JSON.stringify(path === "/info" ? { available_queries: ["/health", "/info", "/twice"] } : path === "/health" ? { status: "ok" } : { twice: 42 }));
}).listen(process.env.QUERY_PORT, "127.0.0.1");
`;
const schema = {
  properties: { step: { type: "integer", minimum: 1, maximum: 10, default: 1, title: "Step" } },
  required: ["step"],
  additionalProperties: false,
};

let platform: TestPlatform;
const visit = usePlatform(async (started) => {
  platform = started;
  const { status, text } = await platform.upload({ name: "counter", type: "realtime", bot, query, schema });
  expect(status, text).toBe(201);
});

/** Moves the focus with the Tab key until it is on the element, as a user without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 150; presses += 1) {
    if (
      await target
        .evaluate((element: { matches(selector: string): boolean }) => element.matches(":focus"))
        .catch(() => false)
    )
      return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The Tab key does not lead to ${target}.`);
}

async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await expect.poll(() => target.isEnabled()).toBe(true);
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

test("with the keyboard alone, a bot is created, watched, queried, changed, stopped and deleted", async () => {
  const visitor = await visit();
  const { page } = visitor;
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const tab = (name: string) =>
    page.getByRole("navigation", { name: "Views of the bot" }).getByRole("link", { name });

  await page.goto(await signInLink(platform));
  await press(page, button("Sign in"));
  await page.getByRole("heading", { name: "Bots", exact: true }).waitFor();

  await press(page, link("Create a bot").first());
  const customBot = page.getByLabel("Custom bot");
  await tabTo(page, customBot);
  await page.keyboard.type("counter");
  await press(page, button("Next: config"));
  await type(page, page.getByRole("textbox", { name: "Step" }), "2");
  await press(page, button("Next: name"));
  await type(page, page.getByLabel(/^Name/), "by-keyboard");
  await press(page, button("Next: review"));
  await press(page, button("Create the bot"));
  await page.getByRole("heading", { name: "by-keyboard" }).first().waitFor();
  const { items } = await platform.get<{ items: { bot_id: string }[] }>("/bots");
  const { bot_id: id } = items[0]!;

  await press(page, tab("Metrics"));
  await page.getByRole("figure").or(page.locator("canvas")).first().waitFor();
  await press(page, tab("Logs"));
  await page
    .getByText(/counted to \d+ in steps of 2/)
    .first()
    .waitFor();
  const seen = await page
    .getByText(/counted to \d+ in steps of 2/)
    .last()
    .textContent();
  await expect
    .poll(() =>
      page
        .getByText(/counted to \d+ in steps of 2/)
        .last()
        .textContent(),
    )
    .not.toBe(seen);

  await press(page, tab("Queries"));
  await press(page, button(/^Ask/));
  await expect.poll(() => page.getByRole("main").textContent()).toMatch(/twice\W*42/);

  await press(page, tab("Config"));
  const step = page.getByRole("textbox", { name: "Step" });
  await type(page, step, "11");
  await press(page, button(/^Review/));
  await expect.poll(() => step.getAttribute("aria-invalid")).toBe("true");
  await type(page, step, "3");
  await press(page, button(/^Review/));
  await press(page, page.getByRole("dialog").getByRole("button", { name: /^Save/ }));
  await expect
    .poll(async () => (await platform.get<{ config: { step: number } }>(`/bots/${id}`)).config.step)
    .toBe(3);
  await press(page, tab("Logs"));
  await page
    .getByText(/in steps of 3/)
    .first()
    .waitFor();

  await press(page, button(/^Stop/));
  await platform.waitFor(id, "stopped");
  await page.getByText("stopped", { exact: true }).first().waitFor();

  await press(page, button(/^Delete/));
  const dialog = page.getByRole("dialog");
  await type(page, dialog.getByRole("textbox"), "by-keyboar");
  expect(await dialog.getByRole("button", { name: /^Delete/ }).isDisabled()).toBe(true);
  await page.keyboard.type("d");
  await press(page, dialog.getByRole("button", { name: /^Delete/ }));
  await page.waitForURL("/");
  expect((await platform.call("GET", `/bots/${id}`)).status).toBe(404);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
