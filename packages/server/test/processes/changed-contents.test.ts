import { createHash } from "node:crypto";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contentFile } from "@botyard/manifest";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openProbes, type Probes } from "../engine/probes.ts";

// What is kept in the data folder alone. With PostgreSQL, it is fetched again.
const program = "console.log(1);\n";
let probes: Probes;
let id: string;
beforeEach(async () => {
  probes = await openProbes({ "bot.mjs": program });
  id = await probes.start();
});
afterEach(() => probes.world.close());

const stored = () =>
  contentFile(
    join(probes.world.dataDir, "packages/files"),
    createHash("sha256").update(program).digest("hex"),
    false,
  );

function bend(file: string): void {
  chmodSync(file, 0o644);
  writeFileSync(file, "console.log(2);\n");
  chmodSync(file, 0o444);
}

describe("a file that was changed in the store, with which the code shares it,", () => {
  async function startWithoutCode(change: () => void): Promise<string | undefined> {
    await probes.world.ask(id, { desired: "stopped" });
    await probes.world.status(id, "stopped");
    chmodSync(probes.codeDir, 0o755);
    rmSync(probes.codeDir, { recursive: true });
    change();
    await probes.world.ask(id, { desired: "running" });
    return (await probes.world.status(id, "failed", "package_corrupt")).detail;
  }

  it("is named, and the bot starts again once its content is back", async () => {
    bend(join(probes.codeDir, "bot.mjs"));
    await probes.world.ask(id, { restart: true });
    const { detail } = await probes.world.status(id, "failed", "package_corrupt");
    expect(detail).toContain("The file bot.mjs of the stored package");
    expect(existsSync(stored()), "so that an upload sends it again").toBe(false);
    writeFileSync(stored(), program, { mode: 0o444 });
    await probes.startAgain(id);
    expect(readFileSync(join(probes.codeDir, "bot.mjs"), "utf8")).toBe(program);
  });

  it("is found when the code is made again", async () => {
    const detail = await startWithoutCode(() => bend(stored()));
    expect(detail).toContain("The file bot.mjs of the stored package");
    expect(detail).toContain("is damaged on the disk");
  });

  it("is missing if its content was removed together with the code", async () => {
    expect(await startWithoutCode(() => rmSync(stored()))).toContain("is missing on the disk");
  });
});

it("a list that was changed on the disk is reported, and the bot does not start", async () => {
  const list = join(probes.world.dataDir, "packages/lists", `${probes.sha256}.jsonl`);
  await probes.world.restart({
    stopBots: true,
    meanwhile: async () => {
      rmSync(list);
      writeFileSync(list, "[]\n");
    },
  });
  const { detail } = await probes.world.status(id, "failed", "package_corrupt");
  expect(detail).toContain("The list of the stored package");
});
