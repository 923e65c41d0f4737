import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { test } from "./schedules.ts";

// With PostgreSQL, the package is fetched again.
test("a scheduled bot fails if its package was changed on the disk", async ({
  schedules: { clock, world, addBot, runsOf },
}) => {
  const folder = join(world.dataDir, "packages/files");
  const { bot_id: id } = await addBot();
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const name of names.filter((name) => name.includes("/"))) {
    chmodSync(join(folder, name), 0o644);
    writeFileSync(join(folder, name), "something else");
  }
  await clock.pass(40_000);
  const bot = await world.status(id, "failed", "package_corrupt");
  expect(bot.detail).toContain("The file bot.mjs of the stored package");
  expect(await runsOf(id)).toEqual(["10:01 error"]);
});
