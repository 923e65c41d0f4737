import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openProbes, type Probes } from "../engine/probes.ts";

const program = "console.log(1);\n";
let { executor, world, sha256, start } = {} as Probes;
let code: string;
let id: string;
beforeEach(async () => {
  ({ executor, world, sha256, start } = await openProbes({
    "bot.mjs": program,
    "lib/a.mjs": "",
    "lib/b.mjs": "",
  }));
  code = join(world.dataDir, "code", sha256);
  id = await start();
});
afterEach(() => world.close());

const tamper = (path: string, work: (path: string) => void) => {
  const full = join(code, path);
  const mode = existsSync(full) ? 0o644 : undefined;
  chmodSync(join(full, ".."), 0o755);
  if (mode) chmodSync(full, mode);
  work(full);
  if (mode) chmodSync(full, 0o444);
  chmodSync(join(full, ".."), 0o555);
};

async function startAgain(): Promise<void> {
  const before = executor.launches.length;
  await world.ask(id, { restart: true });
  await world.until("another start", () => executor.launches.length > before || undefined);
  await world.status(id, "running");
}

const copies = () => readdirSync(join(world.dataDir, "code")).filter((name) => name.includes(".partial-"));

describe("the code of a bot is unpacked again before a start if", () => {
  it.each<[string, () => void]>([
    ["a file was changed", () => tamper("bot.mjs", (path) => writeFileSync(path, "console.log(2);\n"))],
    ["a file was added", () => tamper("lib/c.mjs", (path) => writeFileSync(path, ""))],
    ["a folder was added", () => tamper("more", (path) => mkdirSync(path))],
    ["others may write to a file", () => chmodSync(join(code, "lib/a.mjs"), 0o666)],
  ])("%s", async (_, change) => {
    change();
    await startAgain();
    expect(readFileSync(join(code, "bot.mjs"), "utf8")).toBe(program);
    expect(readdirSync(join(code, "lib"))).toEqual(["a.mjs", "b.mjs"]);
    expect(readdirSync(code).sort()).toEqual(["bot.mjs", "lib"]);
    expect(copies(), "processes may still use the changed code").toHaveLength(1);
    await world.restart();
    expect(copies()).toHaveLength(0);
  });

  it("it was changed while no platform ran", async () => {
    await world.restart({
      stopBots: true,
      meanwhile: async () => tamper("bot.mjs", (path) => writeFileSync(path, "console.log(3);\n")),
    });
    await startAgain();
    expect(readFileSync(join(code, "bot.mjs"), "utf8")).toBe(program);
  });
});

it("code whose files have other times but the same contents stays", async () => {
  tamper("bot.mjs", (path) => writeFileSync(path, program));
  await startAgain();
  expect(copies()).toHaveLength(0);
});
