import type { Scenario } from "@botyard/mock-server";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { configOf, save } from "../support/settings.ts";

const openDashboard = useBrowser(/status of 4\d\d/);
const account = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, key: { type: "string", writeOnly: true } },
};
const schema = {
  type: "object",
  properties: {
    rate: { type: "number" },
    rates: { type: "array", items: { type: "number" } },
    accounts: { type: "array", items: account, maxItems: 3 },
    exit: {
      oneOf: [
        {
          title: "Stop",
          type: "object",
          required: ["kind", "at"],
          properties: { kind: { const: "stop" }, at: { type: "number" } },
          additionalProperties: false,
        },
        {
          title: "Trail",
          type: "object",
          required: ["kind"],
          properties: { kind: { const: "trail" }, by: { type: "number" } },
          additionalProperties: false,
        },
      ],
    },
    limit: {
      oneOf: [
        { title: "Shares", type: "number" },
        { title: "Money", type: "number" },
      ],
    },
    size: {
      anyOf: [{ type: "number" }, { enum: ["all", "half"] }, { type: "array", items: { type: "string" } }],
    },
  },
};
const scenario: Scenario = {
  custom_bots: [{ name: "cross", schema }],
  bots: [
    {
      name: "steady",
      bot_id: "bot_a",
      type: "realtime/cross",
      config: {
        rates: [0.5],
        accounts: [
          { name: "first", key: "sk-first" },
          { name: "second", key: "sk-second" },
        ],
        exit: { kind: "trail", by: 2 },
        size: "all",
        other: { list: [1] },
      },
    },
  ],
};
const open = async () => {
  const opened = await openDashboard(scenario, "/bots/bot_a/config");
  await opened.page.getByRole("button", { name: "Review changes" }).waitFor();
  return { ...opened, stored: () => configOf(opened.mock, "bot_a") };
};

const beyondDouble = ["9007199254740993", "12345678901234567890", "0.1000000000000000055511151231257827"];
for (const text of beyondDouble)
  test(`the number ${text} is sent as written, from every kind of field, and stays when it is refused`, async () => {
    const { page, stored } = await open();
    const rate = page.getByLabel("rate", { exact: true });
    await rate.fill(text);
    await page.getByRole("group", { name: "rates" }).getByLabel("Item 1", { exact: true }).fill(text);
    await page.getByLabel("by", { exact: true }).fill(text);
    await page.getByLabel("Other fields").fill(`{"other":{"list":[${text}]}}`);
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Review changes" }).click();
    const body = (await sent).postData()!;
    for (const part of [`"rate":${text}`, `"rates":[${text}]`, `"by":${text}`, `"list":[${text}]`])
      expect(body).toContain(part);
    await page.getByRole("alert").getByText("problems were found").waitFor();
    expect(await rate.inputValue()).toBe(text);
    expect(JSON.stringify(await stored())).not.toContain(text);
  });

test("a number beyond the range of a double is refused beside its field, and nothing is sent", async () => {
  const { page, mock } = await open();
  const rate = page.getByLabel("rate", { exact: true });
  const review = page.getByRole("button", { name: "Review changes" });
  await rate.fill("1e400");
  await page.getByText("1e400 is beyond the range of numbers").waitFor();
  await review.click();
  expect(await rate.and(page.locator(":focus:invalid")).count()).toBe(1);
  await rate.fill("1e-400");
  await page.getByText("1e-400 is too close to zero").waitFor();
  await rate.fill("1e300");
  const others = page.getByLabel("Other fields");
  await others.fill('{"other":{"list":[-1e400]}}');
  await page.getByText("-1e400 is beyond the range of numbers").waitFor();
  await review.click();
  expect(await others.and(page.locator(":focus:invalid")).count()).toBe(1);
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(mock.requests.filter(({ method }) => method === "PATCH")).toEqual([]);
});

test("a number that fits is the same number when it is read again, however it is written", async () => {
  const { page, stored } = await open();
  await page.getByLabel("rate", { exact: true }).fill("1.50");
  await save(page);
  await page.getByText("Saved as revision 2").waitFor();
  expect((await stored()).rate).toBe(1.5);
  expect(await page.getByLabel("rate", { exact: true }).inputValue()).toBe("1.50");
  await page.reload();
  await expect.poll(() => page.getByLabel("rate", { exact: true }).inputValue()).toBe("1.5");
});

test("an item does not move while a later one has a stored secret; what is removed and replaced is exactly that", async () => {
  const { page, stored } = await open();
  const list = page.getByRole("group", { name: "accounts", exact: true });
  const first = list.getByRole("button", { name: "Remove item 1" });
  expect(await first.isDisabled()).toBe(true);
  expect(await first.getAttribute("title")).toContain("Later items have stored secrets");
  const second = list.getByRole("group", { name: "Item 2" });
  await second.getByRole("button", { name: "Replace" }).click();
  await page.keyboard.type("sk-new");
  await first.click();
  await page.getByRole("button", { name: "Review changes" }).click();
  expect(await page.getByRole("dialog").textContent()).not.toContain("sk-new");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  expect(JSON.parse((await sent).postData()!).config.accounts).toEqual([{ name: "second", key: "sk-new" }]);
  await page.getByText("Saved as revision 2").waitFor();
  expect((await stored()).accounts).toEqual([{ name: "second", key: "********" }]);
});

test("the last item of a list goes with its secret, and the others keep theirs", async () => {
  const { page, stored } = await open();
  const list = page.getByRole("group", { name: "accounts", exact: true });
  await list.getByRole("button", { name: "Remove item 2" }).click();
  await list.getByRole("button", { name: "Add an item" }).and(page.locator(":focus")).waitFor();
  await list.getByRole("button", { name: "Add an item" }).click();
  await list.getByRole("group", { name: "Item 2" }).getByLabel("name").fill("third");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await save(page);
  expect(JSON.parse((await sent).postData()!).config.accounts).toEqual([
    { name: "first", key: "********" },
    { name: "third" },
  ]);
  await page.getByText("Saved as revision 2").waitFor();
  expect((await stored()).accounts).toEqual([{ name: "first", key: "********" }, { name: "third" }]);
});

test("no more items are added than the schema allows", async () => {
  const { page } = await open();
  const add = page
    .getByRole("group", { name: "accounts", exact: true })
    .getByRole("button", { name: "Add an item" });
  await add.click();
  expect(await add.isDisabled()).toBe(true);
});

test("another alternative has its own fields, and nothing of the one before", async () => {
  const { page, stored } = await open();
  const exit = page.getByRole("group", { name: "exit", exact: true });
  expect(await exit.getByLabel("by").inputValue()).toBe("2");
  await exit.getByLabel("Kind", { exact: true }).selectOption("Stop");
  expect(await exit.getByLabel("by").count()).toBe(0);
  await exit.getByLabel(/^at/).fill("95.5");
  await save(page);
  await page.getByText("Saved as revision 2").waitFor();
  expect((await stored()).exit).toEqual({ kind: "stop", at: 95.5 });
});

test("of alternatives that a value fits alike, the chosen one stays chosen", async () => {
  const { page } = await open();
  const limit = page.getByRole("group", { name: "limit", exact: true });
  const kind = limit.getByLabel("Kind", { exact: true });
  await kind.selectOption("Money");
  await limit.getByLabel("Value").fill("500");
  expect(await kind.locator("option:checked").textContent()).toBe("Money");
});

test("alternatives of different types are each entered by their own field, and can be unset", async () => {
  const { page, stored } = await open();
  const size = page.getByRole("group", { name: "size", exact: true });
  const kind = size.getByLabel("Kind", { exact: true });
  expect(await size.getByLabel("Value").inputValue()).toBe("0");
  await kind.selectOption({ index: 1 });
  await size.getByLabel("Value").fill("12");
  await save(page);
  await page.getByText("Saved as revision 2").waitFor();
  expect((await stored()).size).toBe(12);
  await kind.selectOption({ label: "array" });
  await size.getByRole("button", { name: "Add an item" }).click();
  await size.getByLabel("Item 1", { exact: true }).fill("a");
  await save(page);
  await page.getByText("Saved as revision 3").waitFor();
  expect((await stored()).size).toEqual(["a"]);
  await kind.selectOption("not set");
  await save(page);
  await page.getByText("Saved as revision 4").waitFor();
  expect("size" in (await stored())).toBe(false);
});
