import type { Scenario } from "@botyard/mock-server";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws, type Opened } from "../support/dashboard.ts";
import { botOf, configOf, patchBot, review, save } from "../support/settings.ts";

const openDashboard = useBrowser(/status of 4\d\d/);
let opened: Opened | undefined;

const hostile = `<b onclick=alert(1)>\u202Etitle</b> ${"x".repeat(300)}`;
const schema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Crossover",
  type: "object",
  required: ["symbol"],
  properties: {
    symbol: { type: "string", description: "What is traded.", examples: ["AAPL"] },
    period: { type: "integer", minimum: 2, maximum: 200, default: 20 },
    rate: { type: "number" },
    paper: { type: "boolean", default: true },
    mode: { type: "string", enum: ["fast", "slow"] },
    api_key: { type: "string", writeOnly: true },
    note: { type: "string", title: hostile },
    limits: {
      type: "object",
      title: "Limits",
      properties: { daily: { type: "number", minimum: 0 }, deep: { $ref: "#/definitions/deep" } },
    },
    tags: { type: "array", items: { type: "string" }, maxItems: 5 },
    exit: {
      oneOf: [
        {
          title: "Stop",
          type: "object",
          required: ["at"],
          properties: { kind: { const: "stop" }, at: { type: "number" } },
        },
        { title: "Trail", type: "object", properties: { kind: { const: "trail" }, by: { type: "number" } } },
      ],
    },
    pair: { type: "array", items: [{ type: "string" }, { type: "number" }] },
  },
  definitions: { deep: { type: "object", properties: { deeper: { type: "string" } } } },
};
const config = {
  symbol: "AAPL",
  api_key: "sk-very-secret",
  pair: ["a", 1.5],
  unknown: { kept: [1, 2, { deep: true }] },
  exit: { kind: "trail", by: 2 },
};
const scenario: Scenario = {
  custom_bots: [
    { name: "cross", version: "1.0.0", schema },
    { name: "report", version: "1.0.0", type: "scheduled", schema },
  ],
  bots: [
    { name: "steady", bot_id: "bot_steady", type: "realtime/cross", config },
    { name: "nightly", bot_id: "bot_nightly", type: "scheduled/report", schedule: "0 9 * * *", config },
  ],
};
const at = "/bots/bot_steady/config";
const open = async (path = at, options = {}) => {
  opened = await openDashboard(scenario, path, options);
  await opened.page.getByRole("button", { name: "Review changes" }).waitFor();
  return opened.page;
};
const stored = (id = "bot_steady") => configOf(opened!.mock, id);
const patch = ({ mock }: Opened, body: object) => patchBot(mock, "bot_steady", body);

test("a change is shown before it is saved, with the restart that follows, and nothing else changes", async () => {
  const page = await open();
  await page.getByText("Nothing changed").waitFor();
  await page.getByLabel("period").fill("30");
  await page.getByText("1 change not saved").waitFor();
  await page.getByRole("button", { name: "Review changes" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("row", { name: "config.period 20 30" }).waitFor();
  await dialog.getByText("The bot is restarted with the new settings.").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved as revision 2").waitFor();
  const { api_key, period, paper, ...rest } = await stored();
  const { api_key: _secret, ...given } = config;
  expect({ api_key, period, paper, rest }).toEqual({
    api_key: "********",
    period: 30,
    paper: true,
    rest: given,
  });
});

test("what the platform refuses is said beside its field, in a summary, and the first field has the focus", async () => {
  const page = await open();
  await page.getByLabel("period").fill("1");
  await page.getByLabel("daily").fill("-5");
  await review(page);
  await page.getByRole("alert").getByText("2 problems were found.").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await page.evaluate("document.activeElement.closest('[data-pointer]').dataset.pointer")).toBe(
    "/config/period",
  );
  expect(await page.getByLabel("period").getAttribute("aria-invalid")).toBe("true");
  await page.getByRole("button", { name: "config.limits.daily" }).click();
  await page.getByLabel("daily").and(page.locator(":focus")).waitFor();
  expect(await page.getByLabel("daily").inputValue()).toBe("-5");
});

for (const [label, text, problem] of [
  ["rate", "abc", '"rate" is the string "abc"; it must be a number.'],
  ["daily", "-0.01", '"limits.daily" is -0.01: it must be at least 0.'],
  ["period", "2.5", '"period" is 2.5; it must be an integer.'],
] as const)
  test(`${label} "${text}" is refused beside its field before anything is saved`, async () => {
    const page = await open();
    const field = page.getByLabel(label, { exact: true });
    await field.fill(text);
    await review(page);
    await field.and(page.locator("[aria-invalid=true]:focus")).waitFor();
    await page.getByRole("alert").getByText(problem).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect((await botOf(opened!.mock, "bot_steady")).revision).toBe(1);
  });

test("a name that another bot has is refused before anything is saved", async () => {
  const page = await open();
  await page.getByLabel("Name", { exact: true }).fill("nightly");
  await review(page);
  await page.getByRole("alert").getByText('Another of your bots has the name "nightly".').waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a secret is never shown, is kept while it is not replaced, and replaced when it is", async () => {
  const page = await open();
  expect(await page.getByLabel("api_key").inputValue()).toBe("Stored; not shown");
  await page.getByRole("button", { name: "Replace" }).click();
  await page.getByLabel("api_key").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("new-secret");
  await page.getByRole("button", { name: "Show JSON" }).click();
  expect(await page.getByRole("main").textContent()).not.toContain("new-secret");
  await page.getByRole("button", { name: "Show form" }).click();
  await page.getByRole("button", { name: "Review changes" }).click();
  await page.getByRole("row", { name: "config.api_key (stored secret) (new secret)" }).waitFor();
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByRole("button", { name: "Save" }).click();
  expect((await sent).postData()).toContain('"api_key":"new-secret"');
});

test("JSON that cannot be read stops the form, and fields without a schema are edited as JSON", async () => {
  const page = await open();
  const others = page.getByLabel("Other fields");
  await others.fill("{ not");
  await page.getByText(/This is not JSON/).waitFor();
  await page.getByLabel("period").fill("31");
  await page.getByRole("button", { name: "Review changes" }).click();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await others.fill('{ "unknown": { "kept": 2 } }');
  await save(page);
  await page.getByText("Saved as revision 2").waitFor();
  expect(await stored()).toMatchObject({ unknown: { kept: 2 }, pair: ["a", 1.5], period: 31 });
});

test("when another saved meanwhile, nothing is lost: both changes can be joined", async () => {
  const page = await open();
  await page.getByLabel("period").fill("40");
  await patch(opened!, { name: "renamed" });
  await review(page);
  await page
    .getByRole("alert")
    .getByText(/now revision 2/)
    .waitFor();
  await page.getByRole("button", { name: "Apply my changes to revision 2" }).click();
  await save(page);
  await page.getByText("Saved as revision 3").waitFor();
  expect(await stored()).toMatchObject({ period: 40, symbol: "AAPL" });
  expect(await page.getByLabel("Name").inputValue()).toBe("renamed");
});

test("a restart by another who saved is seen at once, and the own changes can be discarded", async () => {
  const page = await open();
  await page.getByLabel("period").fill("40");
  await patch(opened!, { config: { ...config, symbol: "MSFT" } });
  await page.getByRole("row", { name: 'config.symbol "AAPL" "MSFT"', exact: true }).waitFor();
  await page.getByRole("button", { name: "Discard my changes" }).click();
  await page.getByText("Nothing changed").waitFor();
  expect(await page.getByLabel("symbol").inputValue()).toBe("MSFT");
  expect(await page.getByLabel("period").inputValue()).toBe("20");
});

test("changes that are not saved are not lost by a click or a step back", async () => {
  const page = await open();
  await page.getByLabel("period").fill("41");
  await page.getByRole("link", { name: "Logs" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stay" }).click();
  expect(await page.getByLabel("period").inputValue()).toBe("41");
  await page.getByRole("link", { name: "Logs" }).click();
  await page.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("**/bots/bot_steady/logs");
});

test("revisions show what each changed, and the bot can go back to one", async () => {
  const page = await open();
  await patch(opened!, { config: { ...config, symbol: "MSFT" } });
  await page.reload();
  await page.getByRole("button", { name: "Show differences of revision 2" }).click();
  await page.getByRole("row", { name: 'config.symbol "AAPL" "MSFT"', exact: true }).waitFor();
  await page.getByRole("button", { name: "Go back to revision 1" }).click();
  await page.getByRole("dialog").getByText("The bot is restarted with the new settings.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Go back" }).click();
  await page.getByRole("rowheader", { name: "3 current" }).waitFor();
  expect(await stored()).toMatchObject({ symbol: "AAPL" });
  await expect.poll(() => page.getByLabel("symbol").inputValue()).toBe("AAPL");
});

test("revisions say who saved them, and a narrow window breaks no name of a field", async () => {
  const page = await open();
  await patch(opened!, { config: { ...config, period: 34 } });
  await page.setViewportSize({ width: 320, height: 800 });
  await page.reload();
  const revision = (number: string) => page.getByRole("row").filter({ hasText: number }).first();
  await revision("2 current")
    .getByRole("cell", { name: /^admin\s*Key \w+$/ })
    .waitFor();
  await revision("Created").getByRole("cell", { name: "not known" }).waitFor();
  const changed = revision("2 current").getByText("config.period", { exact: true });
  // One rectangle for each line.
  expect(
    await changed.evaluate((cell) => {
      const range = cell.ownerDocument.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    }),
  ).toBe(1);
});

test("the schedule and the time zone of a scheduled bot are changed without a restart", async () => {
  const page = await open("/bots/bot_nightly/config");
  await page.getByLabel("Schedule", { exact: true }).fill("30 8 * * *");
  await page.getByLabel("Time zone").fill("Asia/Tokyo");
  await page.getByLabel("Start deadline").fill("90");
  await page.getByRole("button", { name: "Review changes" }).click();
  await page
    .getByRole("dialog")
    .getByText(/A run that is under way is left alone/)
    .waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved as revision 2").waitFor();
  expect(await botOf(opened!.mock, "bot_nightly")).toMatchObject({
    ...{ schedule: "30 8 * * *", timezone: "Asia/Tokyo", start_deadline_seconds: 90 },
  });
});

test("the form is accessible and fits", async () => {
  const page = await open(at);
  expect(await flaws(page)).toEqual([]);
});

test("what the bot may use is set by fields, and an amount that is refused is told beside its own", async () => {
  const page = await open();
  const resources = page.getByRole("group", { name: "Resources" });
  await resources.getByLabel("Memory").fill("512");
  await resources.getByLabel("Cores").fill("1.5");
  await review(page);
  await resources.getByText('"resources.memory" is "512"; it must be a size.').waitFor();
  await resources.getByLabel("Memory").fill("512MiB");
  await save(page);
  await page.getByText("Saved as revision 2").waitFor();
  expect(await botOf(opened!.mock, "bot_steady")).toMatchObject({
    resources: { memory: "512MiB", cpus: 1.5 },
  });
  for (const name of ["Memory", "Cores"]) await resources.getByLabel(name).fill("");
  await save(page);
  await page.getByText("Saved as revision 3").waitFor();
  expect(await botOf(opened!.mock, "bot_steady")).not.toHaveProperty("resources");
});

test("labels are typed as text, and what is no label is told beside the field", async () => {
  const page = await open();
  const labels = page.getByLabel("Labels");
  await labels.fill("Team=research");
  await review(page);
  await page.getByText('The label "Team" does not have a valid name.').waitFor();
  await labels.fill("team=market research,env=live");
  await save(page);
  await page.getByText("Saved as revision 2").waitFor();
  expect(await botOf(opened!.mock, "bot_steady")).toMatchObject({
    labels: { env: "live", team: "market research" },
  });
  expect(await labels.inputValue()).toBe("env=live, team=market research");
  await labels.fill("");
  await save(page);
  await page.getByText("Saved as revision 3").waitFor();
  expect(await botOf(opened!.mock, "bot_steady")).not.toHaveProperty("labels");
});
