import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Served, serve } from "./served.ts";

let on: Served;
beforeAll(async () => {
  on = await serve();
  const folder = join(on.dir, "moody");
  mkdirSync(folder);
  const config = ["name: moody", "version: 1.0.0", "type: realtime", "runtime: nodejs24", "entrypoints:"];
  writeFileSync(
    join(folder, "bot-config.yaml"),
    [...config, "  bot: bot.mjs", "schema:", "  bot: bot-schema.json", ""].join("\n"),
  );
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: { ends: { type: "boolean" } },
  };
  writeFileSync(join(folder, "bot-schema.json"), JSON.stringify(schema));
  writeFileSync(
    join(folder, "bot.mjs"),
    `if (JSON.parse(process.env.BOT_CONFIG).ends) { console.error("ends as configured"); process.exit(3); }
setInterval(() => {}, 1000);`,
  );
  const { code, stderr } = await on.platform(["custom-bot", "deploy"], { cwd: folder });
  if (code !== 0) throw new Error(stderr);
});
afterAll(() => on?.close());

test("an update or a rollback that mends a crash loop is a success each time, and one that does not is none", async () => {
  const file = join(on.dir, "instance.json");
  const instance = { name: "moody", type: "realtime/moody", version: "1.0.0", config: { ends: true } };
  writeFileSync(file, JSON.stringify(instance));
  expect(await on.platform(["bot", "deploy", file])).toMatchObject({ code: 1 });
  for (let round = 1; round <= 4; round++) {
    const mended = await on.platform(["bot", "update", "moody", "--set", "ends=false", "--json"]);
    expect(mended).toMatchObject({ code: 0, stderr: "" });
    const bot = JSON.parse(mended.stdout);
    expect(bot).toMatchObject({ status: "running", running_revision: bot.revision });
    const broken = await on.platform(["bot", "update", "moody", "--set", "ends=true"]);
    expect(broken).toMatchObject({ code: 1, stdout: "" });
    expect(broken.stderr).toContain("ends as configured");
  }
  // Between two waits it runs for a moment.
  const { retry } = await vi.waitUntil(
    async () => {
      const bot = await on.json(["bot", "get", "moody"]);
      return bot.status === "backing_off" && bot;
    },
    { timeout: 60_000, interval: 1 },
  );
  expect(retry).toMatchObject({ attempts_left: expect.any(Number), at: expect.any(String) });
  expect(await on.json(["bot", "rollback", "moody"])).toMatchObject({
    status: "running",
    config: { ends: false },
  });
  expect(await on.platform(["bot", "rollback", "moody"])).toMatchObject({ code: 1 });
});
