import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checksHere } from "@botyard/manifest";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openProbes, type Probes } from "../engine/probes.ts";
import type { World } from "../engine/world.ts";

const program = "console.log(1);\n";
let probes: Probes;
let world: World;
let code: string;
let id: string;
beforeEach(async () => {
  probes = await openProbes({ "bot.mjs": program, "lib/a.mjs": "", "lib/b.mjs": "" });
  world = probes.world;
  code = probes.codeDir;
  id = await probes.start();
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

const startAgain = () => probes.startAgain(id);

/** Replaces a file of the code; its content in the store stays. */
const replace = (path: string, text: string) => {
  rmSync(join(code, path));
  writeFileSync(join(code, path), text, { mode: 0o444 });
};

const copies = () => readdirSync(join(world.dataDir, "code")).filter((name) => name.includes(".partial-"));

describe("the code of a bot is unpacked again before a start if", () => {
  it.each<[string, () => void]>([
    ["a file was replaced", () => replace("bot.mjs", "console.log(2);\n")],
    ["a file was replaced by one of the same size", () => replace("bot.mjs", program.replace("1", "2"))],
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
    await world.restart({ stopBots: true, meanwhile: async () => replace("bot.mjs", "console.log(3);\n") });
    await startAgain();
    expect(readFileSync(join(code, "bot.mjs"), "utf8")).toBe(program);
  });
});

it("a start of another package with the same files reads none of them again", async () => {
  const digestsOf = vi.spyOn(checksHere, "digestsOf");
  const other = {
    name: "other",
    files: { "bot.mjs": program, "lib/a.mjs": "" },
    entrypoints: { bot: "bot.mjs" },
  };
  await world.addPackage(other);
  await probes.start({ custom_bot: "other", name: "other" });
  expect(digestsOf).not.toHaveBeenCalled();
  // Its links changed the inodes of the first package, too.
  await startAgain();
  expect(digestsOf).not.toHaveBeenCalled();
  digestsOf.mockRestore();
});

it("code whose files have other times but the same contents stays", async () => {
  tamper("bot.mjs", (path) => writeFileSync(path, program));
  await startAgain();
  expect(copies()).toHaveLength(0);
});
