import { readFile } from "node:fs/promises";
import type { MockPlatform, Scenario } from "@botyard/mock-server";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws, overflow, pass } from "../support/dashboard.ts";

const openDashboard = useBrowser(/status of 404/);
const esc = String.fromCharCode(27);
const state = {
  position: { symbol: "BTC-USD", size: 1.5 },
  trades: [
    { side: "BUY", price: 67_000.5 },
    { side: "SELL", price: 67_100 },
  ],
  a_counter: 7,
};
// The platform lets its users change the state of a bot only while it is stopped.
const scenario = (values: Record<string, unknown> = state): Scenario => ({
  bots: [{ name: "steady", bot_id: "bot_a", status: "stopped", state: values }],
});
const open = async (values?: Record<string, unknown>, search = "") =>
  openDashboard(scenario(values), `/bots/bot_a/state${search}`);
/** Opens the page with a clock that {@link pass} moves. */
const openTimed = async (values?: Record<string, unknown>, search = "") => {
  const opened = await openDashboard(scenario(values), "/sign-in");
  await opened.page.clock.install();
  await opened.page.goto(`/bots/bot_a/state${search}`);
  return opened;
};
const refreshed = 5_000;
const keys = (page: Page) => page.getByRole("list", { name: "Keys" }).getByRole("button");
const shown = (page: Page, key: string) => page.getByRole("region", { name: key, exact: true });

async function change(
  mock: MockPlatform,
  method: "PUT" | "DELETE",
  key: string,
  body?: string,
): Promise<void> {
  const { ok, status } = await fetch(`${mock.apiUrl}/bots/bot_a/state/${encodeURIComponent(key)}`, {
    method,
    headers: { authorization: `ApiKey ${mock.key}`, "content-type": "application/json" },
    ...(body !== undefined && { body }),
  });
  if (!ok) throw new Error(`changing ${key} answered ${status}`);
}

test("keys are listed with their sizes, and the chosen one is part of the address", async () => {
  const { page } = await open();
  await keys(page).first().waitFor();
  const texts = await keys(page).evaluateAll((all) => all.map((one) => one.firstElementChild!.textContent));
  expect(texts).toEqual(["a_counter", "position", "trades"]);
  const sizes = Object.values(state).map((value) => JSON.stringify(value).length);
  await page.getByText(`3 keys, ${sizes.reduce((sum, size) => sum + size)} B`).waitFor();
  await keys(page).filter({ hasText: "position" }).getByText(`${sizes[0]} B`).waitFor();
  await shown(page, "a_counter").getByText("7", { exact: true }).waitFor();
  await keys(page).filter({ hasText: "trades" }).click();
  await page.waitForURL("**/state?key=trades");
  await page.reload();
  await shown(page, "trades").getByRole("columnheader", { name: "price" }).waitFor();
  expect(await keys(page).and(page.locator("[aria-pressed=true]")).textContent()).toContain("trades");
});

test("a value is shown, copied and saved with every byte that the bot stored", async () => {
  const text = '{ "id": 12345678901234567890,\n  "price": 1.10, "far": 1E400 }';
  const { page, mock } = await open({ exact: 0 });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.route("**/state/exact", (route) =>
    route.fulfill({ body: text, headers: { "content-type": "application/json" } }),
  );
  await change(mock, "PUT", "exact", "1");
  await page.getByRole("button", { name: "Refresh" }).click();
  for (const part of ["12345678901234567890", "1.10", "1E400"])
    await shown(page, "exact").getByText(part, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(text);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const file = await download;
  expect([file.suggestedFilename(), await readFile(await file.path(), "utf8")]).toEqual(["exact.json", text]);
});

test("a value of a megabyte does not make the page long, and is saved whole", async () => {
  const big = Array.from({ length: 19_000 }, (_, at) => ({ at, note: "x".repeat(30) }));
  const { page } = await open({ big, line: "y".repeat(1_000_000) });
  await shown(page, "big").getByRole("table").waitFor();
  expect(await shown(page, "big").locator("tbody tr").count()).toBeLessThanOrEqual(200);
  await page.getByRole("button", { name: /^Show more/ }).click();
  expect(await shown(page, "big").locator("tbody tr").count()).toBe(400);
  for (const view of ["Tree", "Text"]) {
    await page.getByRole("button", { name: view, exact: true }).click();
    expect(await page.evaluate("document.body.innerText.length"), view).toBeLessThan(150_000);
  }
  await page.getByText("Copy or download to see all").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect(await readFile(await (await download).path(), "utf8")).toBe(JSON.stringify(big));
  await keys(page).filter({ hasText: "line" }).click();
  await shown(page, "line")
    .getByText(/998,000 more characters/)
    .waitFor();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test("an object with more than a list is shown whole first, and its list as a table on request", async () => {
  const { page } = await open({ position: { symbol: "BTC-USD", fills: [{ price: 1.5 }] } });
  await shown(page, "position").getByText('"BTC-USD"').waitFor();
  await page.getByRole("button", { name: "Table" }).click();
  await shown(page, "position").getByRole("columnheader", { name: "price" }).waitFor();
});

test("on paper nothing is cut, and without colours the chosen key and view can be told", async () => {
  const { page } = await open({ list: Array.from({ length: 150 }, (_, at) => ({ at })) });
  await shown(page, "list").getByRole("table").waitFor();
  const isCut = () =>
    page.evaluate<boolean>(
      "[...document.querySelectorAll('.document-body, .state-keys ul')].some((one) => one.scrollHeight > one.clientHeight)",
    );
  expect(await isCut()).toBe(true);
  await page.emulateMedia({ media: "print" });
  expect(await isCut()).toBe(false);
  await page.emulateMedia({ media: "screen", forcedColors: "active" });
  const outlines = await page
    .locator(".state-key[aria-pressed=true], .choice [aria-pressed=true]")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).outlineStyle));
  expect(outlines).toEqual(["solid", "solid"]);
});

test("without state, the page says how a bot stores some", async () => {
  const { page } = await open({});
  await page.getByText('state.set("key", value)').waitFor();
  await page.getByRole("heading", { name: "No state yet" }).waitFor();
});

const strange = [
  "../../etc/passwd",
  "a/b%2Fc?d#e",
  "<img src=x onerror=alert(1)>",
  "__proto__",
  "constructor",
  `${esc}[31mred\u202Egnp.exe`,
  " spaces ",
  "é🤖",
  ".",
];

test("a key of any characters has its own value, and both are only text", async () => {
  const values = Object.fromEntries(strange.map((key, at) => [key, `${at} <b>${key}</b>`]));
  const { page } = await open(values);
  await expect.poll(() => keys(page).count()).toBe(strange.length);
  for (const [at, key] of strange.entries()) {
    await page.goto(`/bots/bot_a/state?key=${encodeURIComponent(key)}`);
    await page
      .locator(".state-value [data-json]")
      .filter({ hasText: `${at} <b>` })
      .waitFor();
  }
  await page.goto(`/bots/bot_a/state?key=${encodeURIComponent(strange[5]!)}`);
  await page.getByRole("heading", { name: "red‹202E›gnp.exe" }).waitFor();
  expect(await page.locator(".state img, .state b").count()).toBe(0);
});

test("what is not JSON, not text or nothing at all is shown as what it is", async () => {
  const { page } = await open({ bytes: 0, empty: 1, page: 2, deep: 3 });
  const bodies: Record<string, Buffer> = {
    bytes: Buffer.from([0, 255, 254, 1]),
    empty: Buffer.alloc(0),
    page: Buffer.from("<script>alert(1)</script>"),
    deep: Buffer.from("[".repeat(100_000) + "]".repeat(100_000)),
  };
  await page.route(/\/state\/(bytes|empty|page|deep)$/, (route) =>
    route.fulfill({ body: bodies[route.request().url().split("/").at(-1)!]! }),
  );
  for (const [key, note, text] of [
    ["bytes", "Not text: these bytes are not UTF-8.", "AP/+AQ=="],
    ["empty", "Empty.", ""],
    ["page", "Not JSON.", "<script>alert(1)</script>"],
    ["deep", "Nested too deeply for a tree.", "[".repeat(100_000)],
  ] as const) {
    await page.goto(`/bots/bot_a/state?key=${key}`);
    await page.getByText(note).waitFor();
    expect(await shown(page, key).locator("pre").textContent(), key).toBe(text);
  }
  await page.goto("/bots/bot_a/state?key=bytes");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const file = await download;
  expect([file.suggestedFilename(), await readFile(await file.path())]).toEqual(["bytes.bin", bodies.bytes]);
});

test("a changed value replaces the old one by itself", async () => {
  const { page, mock } = await openTimed({ counter: 1 });
  await shown(page, "counter").getByText("1", { exact: true }).waitFor();
  await change(mock, "PUT", "counter", "22");
  await pass(page, refreshed, shown(page, "counter").getByText("22", { exact: true }));
  await page.getByText("1 key, 2 B").waitFor();
});

test("a key that the bot deletes is no longer there, live and after a reload, and what was read does not change", async () => {
  const { page, mock } = await openTimed({ middle: 1, other: 2 }, "?refresh=off");
  await shown(page, "middle").getByText("1", { exact: true }).waitFor();
  await change(mock, "PUT", "before", "0");
  await page.getByRole("button", { name: "Refresh" }).click();
  await keys(page).filter({ hasText: "before" }).waitFor();
  await shown(page, "middle").getByText("1", { exact: true }).waitFor();
  await change(mock, "DELETE", "other");
  await keys(page).filter({ hasText: "other" }).click();
  await page
    .getByRole("alert")
    .getByText(/Request req_/)
    .waitFor();
  await page.getByRole("alert").getByRole("button", { name: "Retry" }).waitFor();
  await page.getByLabel("Every 5 s").check();
  await pass(page, refreshed, page.getByText("The key other is no longer there."));
  await page.reload();
  await page.getByText("The key other is no longer there.").waitFor();
  expect(await keys(page).count()).toBe(2);
  for (const key of ["middle", "before"]) await change(mock, "DELETE", key);
  await pass(page, refreshed, page.getByRole("heading", { name: "No state yet" }));
});

test("keys are found by a part of their name, also beyond those that are listed", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 700 }, (_, at) => [`key_${String(at).padStart(4, "0")}`, at]),
  );
  const { page } = await open(many);
  await page.getByText("500 of 700 are listed").waitFor();
  expect(await keys(page).count()).toBe(500);
  await page.getByLabel("Find a key").fill("KEY_069");
  await page.getByText("10 of 700 keys").waitFor();
  await shown(page, "key_0690").getByText("690", { exact: true }).waitFor();
  await page.getByLabel("Find a key").fill("nothing");
  await page.getByText("No key matches.").waitFor();
});

test("a list that cannot be loaded says why, and goes on by itself when it can", async () => {
  const { page, mock } = await openTimed();
  await keys(page).first().waitFor();
  mock.fail({ operation: "listState", code: "not_found", detail: "Gone for now.", times: 1 });
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("alert").getByText("Gone for now.").waitFor();
  expect(await keys(page).count()).toBe(3);
  await pass(page, refreshed, page.getByRole("alert"), false);
});

test("keys and a value are accessible and fit", async () => {
  const { page } = await open({ ...state, ["x".repeat(200)]: "y".repeat(5_000) }, "?key=trades");
  await shown(page, "trades").getByRole("table").waitFor();
  expect(await flaws(page)).toEqual([]);
});
