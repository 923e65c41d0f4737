import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openProbes, type Probes } from "../engine/probes.ts";

let { executor, world, sha256, start } = {} as Probes;
beforeEach(async () => {
  ({ executor, world, sha256, start } = await openProbes());
});
afterEach(() => world.close());

const folderOf = (id: string) => join(world.dataDir, "bots", id);
const code = () => existsSync(join(world.dataDir, "code", sha256));
const gone = (what: string, path: string) =>
  world.until(`${what} to be removed`, () => !existsSync(path) || undefined);

async function running(): Promise<string> {
  const id = await start();
  mkdirSync(join(folderOf(id), "state"), { recursive: true });
  writeFileSync(join(folderOf(id), "state", "trades.json"), "[]");
  return id;
}

test("a deleted bot frees its state, its output, its temporary files and its code at once", async () => {
  const id = await running();
  expect(readdirSync(folderOf(id)).sort()).toEqual(["launches", "state"]);
  await world.ask(id, { desired: "deleted" });
  await gone("the bot's folder", folderOf(id));
  await gone("the code", join(world.dataDir, "code", sha256));
});

test("code that another bot has too stays", async () => {
  const [first, second] = [await running(), await running()];
  await world.ask(first, { desired: "deleted" });
  await gone("the bot's folder", folderOf(first));
  expect(code()).toBe(true);
  await world.ask(second, { desired: "deleted" });
  await gone("the code", join(world.dataDir, "code", sha256));
});

test("a new bot of the version gets the code again", async () => {
  const first = await running();
  await world.ask(first, { desired: "deleted" });
  await gone("the code", join(world.dataDir, "code", sha256));
  await running();
  expect(code()).toBe(true);
});

test("the files of a bot are removed at the next start if the platform died before", async () => {
  const id = await running();
  await world.restart({
    stopBots: true,
    meanwhile: async () => {},
  });
  await world.ask(id, { desired: "deleted" });
  await gone("the bot's folder", folderOf(id));
  mkdirSync(join(folderOf(id), "state"), { recursive: true });
  mkdirSync(join(folderOf("bot_unknown"), "state"), { recursive: true });
  await world.restart();
  await gone("the bot's folder", folderOf(id));
  expect(existsSync(folderOf("bot_unknown")), "a folder that the store does not know").toBe(true);
});

test("the unread output of a deleted bot is dropped: its end does not wait until all is stored", async () => {
  const id = await running();
  const lines = Array.from({ length: 200_000 }, (_, number) => `line ${number}`);
  executor.last.print(lines.join("\n"));
  await world.ask(id, { desired: "deleted" });
  await gone("the bot's folder", folderOf(id));
  const stored = await world.store.main
    .selectFrom("log_lines")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("bot_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(stored.count).toBeLessThan(20_000);
});
