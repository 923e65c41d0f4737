import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws } from "../support/dashboard.ts";

const open = useBrowser();
const readme = `<!-- toc -->
# Crossover

[![badge](https://cdn.example/b.svg)](https://ci.example/x) and ![chart](https://cdn.example/c.png)

#### Deep

<script>alert(1)</script><img src=x onerror=alert(1)>

- [web](https://docs.example/) [mail](mailto:a@b.example) [bad](javascript:alert(1)) [data](data:text/html,x) [near](../keys)
- [x] done

| field | unit |
|---|---|
| fast | a very long cell that makes the table wider than a narrow window: ${"x".repeat(200)} |

## Second

\`\`\`python
print("${"long ".repeat(60)}")
\`\`\`
`;
const schema = {
  type: "object",
  required: ["symbol"],
  properties: {
    symbol: { type: "string", description: "What it trades" },
    fast: { type: "integer", default: 12, minimum: 2 },
    exchange: { type: "object", properties: { key: { type: "string", writeOnly: true } } },
    anything: true,
  },
};
const scenario = {
  custom_bots: [{ name: "crossover", description: "Two averages", readme, schema }],
  bots: [{ name: "my-cross", bot_id: "bot_cross", type: "realtime/crossover", config: { symbol: "BTC" } }],
};

test("the list leads to a custom bot, its bots and a new one, and says how to upload", async () => {
  const { page } = await open(scenario, "/custom-bots");
  await page.getByText("platform custom-bot deploy").waitFor();
  await page.getByRole("link", { name: "crossover" }).click();
  await page.getByRole("heading", { name: "crossover", exact: true }).waitFor();
  const create = page.getByRole("main").getByRole("link", { name: "Create a bot" });
  expect(await create.getAttribute("href")).toBe("/deploy?custom_bot=crossover&version=1.0.0");
  await page.getByRole("link", { name: "my-cross" }).click();
  await page.waitForURL("**/bots/bot_cross");
});

test("a readme becomes headings in order, safe links and text, and loads nothing", async () => {
  const { page } = await open(scenario, "/custom-bots/crossover");
  const text = page.locator(".markdown");
  await text.waitFor();
  const headings = await text
    .locator("h1, h2, h3, h4, h5, h6")
    .evaluateAll((all) => all.map((one) => `${one.tagName} ${one.textContent}`));
  expect(headings).toEqual(["H3 Crossover", "H4 Deep", "H4 Second"]);
  const links = await text
    .locator("a")
    .evaluateAll((all) =>
      all.map((one) => [one.textContent, one.getAttribute("href"), one.getAttribute("rel")]),
    );
  const rel = "noopener noreferrer nofollow";
  expect(links).toEqual([
    ["badge", "https://ci.example/x", rel],
    ["chart", "https://cdn.example/c.png", rel],
    ["web", "https://docs.example/", rel],
    ["mail", "mailto:a@b.example", rel],
  ]);
  expect(await text.locator("img, script").count()).toBe(0);
  const shown = await text.textContent();
  expect(shown).toContain("<script>alert(1)</script>");
  expect(shown).toContain("☑ done");
  expect(shown).not.toContain("toc");
});

test("the configuration is a table, and the JSON schema of the package", async () => {
  const { page } = await open(scenario, "/custom-bots/crossover");
  const rows = page.getByRole("region", { name: "Configuration fields" }).locator("tbody tr");
  await rows.first().waitFor();
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((one) => one.textContent)),
  );
  expect(cells).toEqual([
    ["symbol", "string", "required", "What it trades"],
    ["fast", "integer, at least 2", "12", ""],
    ["exchange", "object", "none", ""],
    ["exchange.key", "secret text", "none", ""],
    ["anything", "any value", "none", ""],
  ]);
  await page.getByRole("button", { name: "JSON schema" }).click();
  await page.waitForURL("**?schema=json");
  expect(JSON.parse((await page.locator(".json pre").textContent())!)).toMatchObject(schema);
});

test("the command of a custom bot without bots creates one, with the fields that its config must have", async () => {
  const { page } = await open(
    { custom_bots: [{ name: "report", type: "scheduled", schema }], bots: [] },
    "/custom-bots/report",
  );
  const command = await page
    .locator(".command code")
    .filter({ hasText: "platform bot deploy" })
    .textContent();
  expect(JSON.parse(command!.replace(/^.*\n/, "").replace(/\nEND$/, ""))).toEqual({
    ...{ name: "my-report", type: "scheduled/report", version: "1.0.0", schedule: "0 * * * *" },
    config: { symbol: "" },
  });
});

test("without custom bots, the page says how to make one", async () => {
  const { page } = await open({ custom_bots: [], bots: [] }, "/custom-bots");
  await page.getByText("platform custom-bot init").waitFor();
});

test("an unknown custom bot is said to be missing, with a way to the others", async () => {
  const { page, complaints } = await open(scenario, "/custom-bots/none");
  await page.getByRole("heading", { name: "Custom bot not found" }).waitFor();
  await page.getByRole("link", { name: "All custom bots" }).click();
  await page.waitForURL("/custom-bots");
  expect(complaints.splice(0).join()).toMatch(/404/);
});

test("the pages are accessible and fit", async () => {
  const { page } = await open(scenario, "/custom-bots");
  for (const path of ["/custom-bots", "/custom-bots/crossover", "/custom-bots/crossover?schema=json"]) {
    await page.goto(path);
    await page
      .getByRole("link", { name: /crossover|my-cross/ })
      .first()
      .waitFor();
    expect(await flaws(page), path).toEqual([]);
  }
});

test("names and runtimes stay whole in a narrow window: the table scrolls", async () => {
  const named = [{ name: "crossover-python", description: "Watches two moving averages of one stock." }];
  const viewport = { width: 320, height: 800 };
  const { page } = await open({ custom_bots: named }, "/custom-bots", { viewport });
  const row = page.getByRole("row").filter({ hasText: "crossover-python" });
  await row.waitFor();
  const lines = (selector: string) =>
    row.locator(selector).evaluate((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
  expect([await lines("th a"), await lines("td:nth-child(4)")]).toEqual([1, 1]);
  expect(await lines("td:last-child")).toBeLessThan(5);
});
