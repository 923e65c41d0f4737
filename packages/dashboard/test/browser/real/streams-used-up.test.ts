import { expect, test } from "vitest";
import type { TestPlatform } from "../../../../repo/src/drive/platform.ts";
import { signIn, usePlatform } from "../../support/real.ts";

let platform: TestPlatform;
const visit = usePlatform(
  (started) => {
    platform = started;
  },
  { PLATFORM_USER_STREAMS: "1" },
);

test("a page for which no stream is left says so, with the setting, until another page is closed", async () => {
  const visitor = await visit();
  const { page } = visitor;
  await signIn(visitor, platform);
  await expect
    .poll(async () => {
      const { quotas } = await platform.get<{ quotas: { name: string; used: number }[] }>("/usage");
      return quotas.find(({ name }) => name === "streams")?.used;
    })
    .toBe(1);
  const other = await page.context().newPage();
  await other.goto("/");
  await other.getByText("No live updates", { exact: true }).waitFor();
  await other.getByText("Your streams are used up: 1 of 1 are open (PLATFORM_USER_STREAMS).").waitFor();
  expect(await other.getByText("Connection lost").count()).toBe(0);
  await page.close();
  await other.getByText("No live updates", { exact: true }).waitFor({ state: "detached" });
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
}, 120_000);
