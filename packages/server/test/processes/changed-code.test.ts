import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checksHere, contentFile } from "@botyard/manifest";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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

const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

function removeTree(dir: string): void {
  for (const folder of ["lib", ""]) chmodSync(join(dir, folder), 0o755);
  rmSync(dir, { recursive: true });
}

async function startAgain(): Promise<void> {
  const before = executor.launches.length;
  await world.ask(id, { restart: true });
  await world.until("another start", () => executor.launches.length > before || undefined);
  await world.status(id, "running");
}

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

describe("a file that was changed in the store, with which the code shares it,", () => {
  const stored = () => contentFile(join(world.dataDir, "packages/files"), sha256Of(program), false);
  const failed = async () => {
    await world.ask(id, { restart: true });
    return (await world.status(id, "failed", "package_corrupt")).detail;
  };

  it("is named, and the bot starts again once its content is back", async () => {
    tamper("bot.mjs", (path) => writeFileSync(path, "console.log(2);\n"));
    expect(await failed()).toContain("The file bot.mjs of the stored package");
    expect(existsSync(stored()), "so that an upload sends it again").toBe(false);
    writeFileSync(stored(), program, { mode: 0o444 });
    await startAgain();
    expect(readFileSync(join(code, "bot.mjs"), "utf8")).toBe(program);
  });

  it("is found when the code is made again", async () => {
    await world.ask(id, { desired: "stopped" });
    await world.status(id, "stopped");
    removeTree(code);
    chmodSync(stored(), 0o644);
    writeFileSync(stored(), "console.log(2);\n");
    await world.ask(id, { desired: "running" });
    const { detail } = await world.status(id, "failed", "package_corrupt");
    expect(detail).toContain("The file bot.mjs of the stored package");
    expect(detail).toContain("is damaged on the disk");
  });

  it("is missing if its content was removed together with the code", async () => {
    await world.ask(id, { desired: "stopped" });
    await world.status(id, "stopped");
    removeTree(code);
    rmSync(stored());
    await world.ask(id, { desired: "running" });
    const { detail } = await world.status(id, "failed", "package_corrupt");
    expect(detail).toContain("is missing on the disk");
  });
});

it("a list that was changed on the disk is reported, and the bot does not start", async () => {
  const list = join(world.dataDir, "packages/lists", `${sha256}.jsonl`);
  await world.restart({
    stopBots: true,
    meanwhile: async () => {
      rmSync(list);
      writeFileSync(list, "[]\n");
    },
  });
  const { detail } = await world.status(id, "failed", "package_corrupt");
  expect(detail).toContain("The list of the stored package");
});

it("a start of another package with the same files reads none of them again", async () => {
  const digestsOf = vi.spyOn(checksHere, "digestsOf");
  const other = {
    name: "other",
    files: { "bot.mjs": program, "lib/a.mjs": "" },
    entrypoints: { bot: "bot.mjs" },
  };
  await world.addPackage(other);
  await start({ custom_bot: "other", name: "other" });
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
