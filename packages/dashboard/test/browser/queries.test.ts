import { execFile } from "node:child_process";
import { mkdtemp, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Scenario } from "@botyard/mock-server";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws, type Opened, overflow } from "../support/dashboard.ts";

const openDashboard = useBrowser();
let opened: Opened | undefined;
const esc = String.fromCharCode(27);
const scenario: Scenario = {
  bots: [
    {
      name: "it's a $(bot)",
      bot_id: "bot_a",
      type: "realtime/echo",
      answers: {
        "/echo": (params) => ({ got: params }),
        "/trades": {
          value: {
            trades: [
              { side: "BUY", price: 67_000.5 },
              { side: "SELL", price: 67_100 },
            ],
          },
        },
        "/exact": { text: '{"price":1.10,"id":12345678901234567890}' },
        "/fail": { error: "division by zero" },
        "/slow": { outcome: "timed_out" },
        "/html": { value: `<img src=x onerror=alert(1)>${esc}[31mred\u202Egnp.exe` },
        "/long": { text: JSON.stringify({ text: "x".repeat(1_000_000) }) },
        "/deep": { text: "[".repeat(50_000) + "]".repeat(50_000) },
        "/page": { text: "<!doctype html><script>alert(1)</script>" },
      },
    },
    { name: "resting", bot_id: "bot_off", status: "stopped", answers: { "/echo": { value: 1 } } },
    { name: "mute", bot_id: "bot_mute" },
  ],
};

async function open(query: string): Promise<Page> {
  opened = await openDashboard(scenario, `/bots/bot_a/queries?query=${query}`);
  return opened.page;
}
const ask = (page: Page) => page.getByRole("button", { name: "Ask", exact: true }).click();
const answer = (page: Page) => page.locator(".answer");

async function addParam(page: Page, name: string, kind: string, value: string): Promise<void> {
  await page.getByRole("button", { name: "Add a parameter" }).click();
  await page.getByLabel("Name").last().fill(name);
  await page.getByLabel("Type").last().selectOption(kind);
  await page.getByLabel("Value").last().fill(value);
}

test("a query is asked with typed parameters, and the view is in the address", async () => {
  const page = await open("/echo");
  await addParam(page, "limit", "number", "5");
  await addParam(page, "note", "text", "5");
  await ask(page);
  await answer(page).getByText("answered").waitFor();
  await answer(page).getByRole("button", { name: "Text" }).click();
  expect(JSON.parse((await answer(page).locator("pre").textContent())!)).toEqual({
    got: { limit: 5, note: "5" },
  });
  await page.reload();
  expect(await page.getByLabel("Value").first().inputValue()).toBe("5");
});

test("a parameter that cannot be sent says why, and the query cannot be asked", async () => {
  const page = await open("/echo");
  await addParam(page, "limit", "number", "five");
  await page.getByText("Write a number such as").waitFor();
  expect(await page.getByRole("button", { name: "Ask", exact: true }).isDisabled()).toBe(true);
});

test("a parameter that is still blank is neither wrong nor sent", async () => {
  const page = await open("/echo");
  await page.getByRole("button", { name: "Add a parameter" }).click();
  await page.getByLabel("Name").waitFor();
  expect(await page.locator(".field-error").count()).toBe(0);
  await ask(page);
  await answer(page).getByRole("button", { name: "Text" }).click();
  expect(JSON.parse((await answer(page).locator("pre").textContent())!)).toEqual({ got: {} });
  await page.getByLabel("Value").fill("5");
  const name = page.locator(".field").filter({ has: page.getByLabel("Name") });
  await name.getByText("Give the parameter a name.").waitFor();
  expect(await page.getByRole("button", { name: "Ask", exact: true }).isDisabled()).toBe(true);
});

test("a list of objects is a table, and numbers keep their digits", async () => {
  const page = await open("/trades");
  await ask(page);
  await answer(page).getByRole("columnheader", { name: "price" }).waitFor();
  expect(await answer(page).locator("tbody tr").count()).toBe(2);
  await page.getByLabel("Query").selectOption("/exact");
  await ask(page);
  await answer(page).getByText("12345678901234567890").waitFor();
  await answer(page).getByText("1.10").waitFor();
});

test("a failure of the bot is an answer; a refusal of the platform has its request and can be tried again", async () => {
  const page = await open("/fail");
  await ask(page);
  await answer(page).getByText("query failed").waitFor();
  await answer(page).getByText("division by zero").first().waitFor();
  await page.route("**/api/v1/query/*", (route) => route.fulfill({ status: 503, json: refused }), {
    times: 1,
  });
  await ask(page);
  await page.getByRole("alert").getByText("Request req_7").waitFor();
  await page.getByRole("button", { name: "Retry" }).click();
  await answer(page).getByText("division by zero").first().waitFor();
  expect(opened!.complaints.splice(0).join()).toMatch(/500|503/);
});
const refused = { title: "Busy", status: 503, code: "busy", detail: "The bot is busy.", request_id: "req_7" };

test("hostile answers are text, and long ones stay bounded", async () => {
  const page = await open("/html");
  await ask(page);
  await answer(page).getByText("<img src=x onerror=alert(1)>red‹202E›gnp.exe").waitFor();
  for (const path of ["/long", "/deep"]) {
    await page.getByLabel("Query").selectOption(path);
    await ask(page);
    await answer(page).getByText("answered").waitFor();
    expect(await page.evaluate("document.body.innerText.length"), path).toBeLessThan(150_000);
    expect(await overflow(page), path).toBeLessThanOrEqual(0);
  }
});

test("what is not JSON is shown as it came", async () => {
  const page = await open("/page");
  await ask(page);
  await answer(page).getByText("Not JSON.").waitFor();
  expect(await answer(page).locator("pre").textContent()).toBe("<!doctype html><script>alert(1)</script>");
});

test("earlier queries of the visit can be looked at again", async () => {
  const page = await open("/echo");
  await ask(page);
  await answer(page).getByText("answered").waitFor();
  await page.getByLabel("Query").selectOption("/trades");
  await ask(page);
  await answer(page).getByRole("columnheader", { name: "side" }).waitFor();
  await page.getByRole("button", { name: "/echo" }).click();
  await answer(page).getByText("got").waitFor();
  expect(await page.getByLabel("Query").inputValue()).toBe("/echo");
});

test("the commands for the terminal work as pasted, and have no key", async () => {
  const page = await open("/echo");
  await addParam(page, "it's", "text", 'a "quoted" $HOME `word`');
  await addParam(page, "limit", "number", "12345678901234567890");
  await page.getByText("The same in a terminal").click();
  const [command, curl] = await page.locator(".terminal code").allTextContents();
  expect(command + curl!).not.toContain(opened!.mock.key);
  const folder = await mkdtemp(join(tmpdir(), "botyard-paste-"));
  await symlink(resolve(import.meta.dirname, "../../../cli/bin/platform.mjs"), join(folder, "platform"));
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    HOME: folder,
    PLATFORM_API_KEY: opened!.mock.key,
    PLATFORM_API_URL: opened!.mock.apiUrl,
  };
  for (const line of [command!, curl!]) {
    const { stdout } = await promisify(execFile)("bash", ["-c", line], { env });
    expect(stdout, line).toContain('a \\"quoted\\" $HOME `word`');
  }
});

test("a bot that does not run says so, and goes on when it does", async () => {
  const { page, mock } = await openDashboard(scenario, "/bots/bot_off/queries");
  await page.getByText("The bot is stopped").waitFor();
  await page.getByText("platform bot start bot_off").waitFor();
  await mock.requested("subscribe");
  mock.setStatus("resting", "running");
  await page.getByRole("button", { name: "Ask", exact: true }).waitFor();
});

test("a bot without queries says what it lacks", async () => {
  const { page } = await openDashboard(scenario, "/bots/bot_mute/queries");
  await page.getByText("entrypoints.query").waitFor();
});

test("an answer is accessible and fits", async () => {
  const { page } = await openDashboard(scenario, "/bots/bot_a/queries?query=/trades");
  await addParam(page, "limit", "number", "five");
  await page.getByRole("button", { name: "Remove limit" }).click();
  await ask(page);
  await answer(page).getByRole("table").waitFor();
  expect(await flaws(page)).toEqual([]);
});
