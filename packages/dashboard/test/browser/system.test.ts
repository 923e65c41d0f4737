import { readFile } from "node:fs/promises";
import type { System } from "@botyard/client/browser";
import type { BrowserContextOptions, Route } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { flaws } from "../support/dashboard.ts";

const open = useBrowser(/status of 403/);
const system: System = {
  version: "1.2.3",
  started_at: "2026-01-02T03:04:05Z",
  isolation: {
    engine: "local",
    isolation: "user",
    limits: "watched",
    network: "host",
    reasons: ["bubblewrap is not installed"],
  },
  target: { os: "linux", architecture: "x64", libc: "glibc", libc_version: "2.36", interpreters: [] },
  health: [
    { name: "store", status: "ok", detail: null },
    { name: "disk", status: "failing", detail: "Only 10 MiB are free." },
  ],
  limits: [
    {
      name: "bot_memory_bytes",
      setting: "PLATFORM_BOT_MEMORY_BYTES",
      value: 536870912,
      default: 268435456,
      unit: "bytes",
    },
    { name: "bot_cpu", setting: "PLATFORM_BOT_CPU", value: 0.5, default: 0.5, unit: "cores" },
  ],
  commitments: [
    {
      name: "memory",
      unit: "bytes",
      committed: 12 * 2 ** 30,
      available: 8 * 2 ** 30,
      detail: "The bots that should run may use 12GiB of memory together; there are 8GiB of memory.",
    },
    { name: "cpus", unit: "cores", committed: 1.5, available: 4, detail: null },
  ],
  backup: { last: { created_at: "2026-01-02T03:04:05Z", bytes: 1_000 }, next_at: null },
  data_dir: "/var/lib/botyard",
};

/** Opens the page of a platform in this state, which no mock platform has. */
async function show(answer: System, options?: BrowserContextOptions) {
  const opened = await open({ bots: [] }, "/", options);
  await opened.page.route("**/api/v1/system", (route) => route.fulfill({ json: answer }));
  await opened.page.goto("/system");
  await opened.page.getByRole("heading", { name: "Limits" }).waitFor();
  return opened;
}

test("the page shows health, and why isolation and limits are as they are", async () => {
  const { page } = await show(system);
  const text = await page.getByRole("main").textContent();
  for (const part of [
    "1.2.3",
    "failing",
    "Only 10 MiB are free.",
    "bubblewrap is not installed",
    "Limits enforced bythe platform",
    "that of this machine, for every bot",
    "Why it is so",
    "/var/lib/botyard",
    "Memory",
    "may use 12GiB of memory together",
    "1.5 cores",
  ])
    expect(text).toContain(part);
  for (const link of ["/docs", "/device", "/openapi.json"])
    expect(await page.locator(`main a[href="${link}"]`).count()).toBe(1);
});

test("the platform's metrics are saved as a file, and a refusal is shown", async () => {
  const { page } = await show(system);
  let answer: Parameters<Route["fulfill"]>[0] = { contentType: "text/plain", body: "botyard_bots 3\n" };
  await page.route("**/metrics", (route) => route.fulfill(answer));
  const save = page.getByRole("button", { name: "Save the metrics for Prometheus" });
  const [saved] = await Promise.all([page.waitForEvent("download"), save.click()]);
  expect(saved.suggestedFilename()).toBe("metrics.txt");
  expect(await readFile(await saved.path(), "utf8")).toBe("botyard_bots 3\n");
  answer = { json: { status: 403, code: "admin_required", title: "Only an admin may do this" }, status: 403 };
  await save.click();
  await page.getByRole("alert").getByText("Only an admin may do this").waitFor();
});

test("limits have readable values, their defaults and the settings that change them", async () => {
  const { page } = await show(system);
  const rows = await page
    .getByRole("region", { name: "Limits", exact: true })
    .locator("tbody tr")
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  expect(rows).toEqual([
    ["bot memory", "512 MiB", "256 MiB", "PLATFORM_BOT_MEMORY_BYTES"],
    ["bot cpu", "0.5 cores", "same", "PLATFORM_BOT_CPU"],
  ]);
});

test("everybody sees the own quotas, with what is used and the settings", async () => {
  const { page } = await open(
    { users: [{ name: "lena", role: "user" }], bots: [{ name: "one" }, { name: "two" }] },
    "/system",
  );
  const quotas = page.getByRole("region", { name: "Your quotas" });
  const bots = quotas.getByRole("row", { name: /^Bots/ });
  await bots.waitFor();
  expect(await bots.getByRole("cell").allTextContents()).toEqual(["2", "2,000", "PLATFORM_USER_BOTS"]);
});

test("the page is accessible and fits", async () => {
  const { page } = await show(system);
  expect(await flaws(page)).toEqual([]);
});
