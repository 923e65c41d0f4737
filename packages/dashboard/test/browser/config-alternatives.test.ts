import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws } from "../support/dashboard.ts";
import { configOf, review, save } from "../support/settings.ts";

const openDashboard = useBrowser(/status of 4\d\d/);
const branch = (kind: string, more: object) => ({
  properties: { kind: { const: kind }, ...more },
  required: ["kind"],
  additionalProperties: false,
});
const live = branch("live", { venue: { type: "string", default: "XNYS" } });
const paper = branch("paper", { slippage: { type: "number", default: 0.05 } });
const mode = (kind: string) => ({ type: "object", oneOf: [live, paper], default: { kind } });
const schema = (kind: string) => ({
  type: "object",
  properties: {
    mode: mode(kind),
    limit_price: { anyOf: [{ type: "number" }, { type: "null" }], default: null },
    stop: { type: "number", minimum: 1, default: 19.99 },
    exit: {
      oneOf: [
        branch("market", {}),
        { oneOf: [branch("limit", { at: { type: "number" } }), branch("trail", {})] },
      ],
    },
  },
});
const root = {
  type: "object",
  properties: { symbol: { type: "string" } },
  required: ["symbol"],
  oneOf: ["live", "paper"].map((kind) => ({
    ...{ properties: { kind: { const: kind }, size: { type: "number" } }, required: ["kind"] },
  })),
};
const scenario = (kind = "live") => ({
  custom_bots: [
    { name: "cross", schema: schema(kind) },
    { name: "root", schema: root },
  ],
  bots: [
    { name: "steady", bot_id: "bot_a", type: "realtime/cross", config: { stop: 4.35 } },
    {
      name: "whole",
      bot_id: "bot_r",
      type: "realtime/root",
      config: { symbol: "AAPL", kind: "paper", size: 5 },
    },
  ],
});
const open = async (path = "/bots/bot_a/config", kind = "live") => {
  const opened = await openDashboard(scenario(kind), path);
  await opened.page.getByLabel("Kind", { exact: true }).first().waitFor();
  return opened;
};
const group = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
const kindOf = (page: Page, name: string) => group(page, name).getByLabel("Kind", { exact: true }).first();
const shown = (page: Page, name: string) => kindOf(page, name).locator("option:checked").textContent();

for (const [byDefault, other] of [
  ["live", "paper"],
  ["paper", "live"],
] as const)
  test(`with the default ${byDefault}, ${other} can be chosen for a new bot, and is what is sent`, async () => {
    const { page } = await open("/deploy?custom_bot=cross&step=config", byDefault);
    expect(await shown(page, "mode")).toBe(`default: {"kind":"${byDefault}"}`);
    await kindOf(page, "mode").selectOption(other);
    expect(await shown(page, "mode")).toBe(other);
    expect(await group(page, "mode").getByLabel("kind required").locator("option").allTextContents()).toEqual(
      [other],
    );
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await page.getByRole("button", { name: "Next: name" }).click();
    expect(JSON.parse((await sent).postData()!).config).toEqual({ mode: { kind: other } });
    // The next step follows the answer: going back before would leave the page.
    await page.waitForURL(/step=name/);
    await page.goBack();
    await expect.poll(() => shown(page, "mode")).toBe(other);
  });

test("the review shows what will be stored, with the defaults that the platform adds", async () => {
  const { page, mock } = await open();
  await kindOf(page, "mode").selectOption("paper");
  await page.getByLabel("stop").fill("");
  await review(page);
  const rows = page.getByRole("dialog").locator("tbody tr");
  await rows.first().waitFor();
  expect(await rows.allInnerTexts()).toEqual([
    "config.stop\t4.35\t19.99 (default)",
    'config.mode.kind\t"live"\t"paper"',
    'config.mode.venue\t"XNYS"\tnot set',
    "config.mode.slippage\tnot set\t0.05 (default)",
  ]);
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved as revision 2").waitFor();
  expect(await configOf(mock, "bot_a")).toEqual({
    ...{ mode: { kind: "paper", slippage: 0.05 }, limit_price: null, stop: 19.99 },
  });
  await page.getByLabel("stop").fill("");
  await review(page);
  await page.getByRole("dialog").getByText("Nothing changes").waitFor();
});

test("a value that may be null is set to a number as it is typed, also a negative one", async () => {
  const { page, mock } = await open();
  expect(await shown(page, "limit_price")).toBe("null");
  await kindOf(page, "limit_price").selectOption("number");
  const value = group(page, "limit_price").getByLabel("Value");
  await value.fill("");
  await value.pressSequentially("-1.5");
  expect(await shown(page, "limit_price")).toBe("number");
  await save(page);
  await page.getByText("Saved as revision 2").waitFor();
  expect(await configOf(mock, "bot_a")).toMatchObject({ limit_price: -1.5 });
  await value.fill("2");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => value.inputValue()).toBe("-1.5");
});

test("alternatives of an alternative are chosen one after the other", async () => {
  const { page, mock } = await open();
  await kindOf(page, "exit").selectOption("alternative 2");
  const inner = group(page, "exit").getByRole("group", { name: "Value" }).getByLabel("Kind", { exact: true });
  await inner.first().selectOption("limit");
  await group(page, "exit").getByLabel("at", { exact: true }).fill("7");
  await save(page);
  await page.getByText("Saved as revision 2").waitFor();
  expect(await configOf(mock, "bot_a")).toMatchObject({ exit: { kind: "limit", at: 7 } });
});

test("a config of alternatives has the fields of the one chosen, and keeps those that all have", async () => {
  const { page, mock } = await open("/bots/bot_r/config");
  expect(await shown(page, "Config")).toBe("paper");
  await kindOf(page, "Config").selectOption("live");
  expect(await page.getByLabel("symbol").inputValue()).toBe("AAPL");
  expect(await page.getByLabel("size").inputValue()).toBe("");
  expect(await flaws(page)).toEqual([]);
  await save(page);
  await page.getByText("Saved as revision 2").waitFor();
  expect(await configOf(mock, "bot_r")).toEqual({ symbol: "AAPL", kind: "live" });
});

test("a new bot with a config of alternatives begins with none of them", async () => {
  const { page } = await open("/deploy?custom_bot=root&step=config");
  expect(await shown(page, "Config")).toBe("Choose …");
  await kindOf(page, "Config").selectOption("paper");
  await page.getByLabel("symbol").fill("AAPL");
  await page.getByRole("button", { name: "Next: name" }).click();
  await page.getByLabel("Name", { exact: true }).waitFor();
});

test("a problem is not shown any more when the value before is put back", async () => {
  const { page } = await open();
  const stop = page.getByLabel("stop");
  await stop.fill("0");
  await review(page);
  await page.getByRole("alert").getByText("One problem was found.").waitFor();
  await stop.fill("4.35");
  await page.getByText("Nothing changed").waitFor();
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  expect(await stop.getAttribute("aria-invalid")).not.toBe("true");
  await stop.fill("5");
  expect(await page.getByRole("alert").count()).toBe(0);
});
