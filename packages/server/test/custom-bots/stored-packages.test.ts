import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { rename, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checksHere, contentFile, packFiles, removeUnpacked } from "@botyard/manifest";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { archiveKeptMs } from "../../src/custom-bots/archived-packages.ts";
import { type StoredPackages, storedPackages } from "../../src/custom-bots/stored-packages.ts";
import { Upkeep, unusedKeptMs } from "../../src/custom-bots/upkeep.ts";
import { openStorage, type Storage } from "../../src/store/index.ts";
import { ManualClock } from "../engine/manual-clock.ts";
import { sha256 } from "../http/listed-packages.ts";

const owner = "usr_1";
let dataDir: string;
let storage: Storage;
let clock: ManualClock;
let packages: StoredPackages;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "botyard-stored-"));
  storage = await openStorage(dataDir);
  clock = new ManualClock(new Date().toISOString());
  await storage.services.insertUser({ id: owner, name: "admin", created_at: "x" });
  packages = storedPackages({ store: storage.services, checks: checksHere, dataDir, clock });
});
afterEach(async () => {
  await storage.close();
  await removeUnpacked(dataDir);
});

const storedAt = (content: string) => contentFile(join(dataDir, "packages/files"), sha256(content), false);
const parts = (...contents: string[]) => [JSON.stringify(contents.map((text) => [sha256(text), 4096]))];

/** Stores a content as an upload of it does. */
async function send(content: string): Promise<void> {
  const from = join(dataDir, "sent");
  mkdirSync(from, { recursive: true });
  writeFileSync(join(from, sha256(content)), content, { mode: 0o444 });
  const contents = parts(content);
  await packages.files.inTurn(() =>
    packages.files.keep({ from, contents }, () =>
      storage.services.addFiles(owner, contents, clock.now().toISOString()),
    ),
  );
}

/** Has the platform keep its packages in order once, as after a start. */
async function keepInOrder(): Promise<void> {
  const upkeep = new Upkeep(packages, { clock, log: pino({ level: "silent" }), dataDir });
  await upkeep.start();
  await upkeep.stop();
}

const config = (name: string) =>
  `name: ${name}\nversion: 1.0.0\ntype: realtime\nruntime: python311\nentrypoints:\n  bot: main.py\nschema:\n  bot: bot-schema.json\n`;

/** Stores a version as an earlier platform did. */
async function archived(name: string, code = "print(1)\n") {
  mkdirSync(join(dataDir, "packages"), { recursive: true });
  const texts = { "bot-config.yaml": config(name), "bot-schema.json": "{}", "main.py": code };
  const entries = Object.entries(texts).map(([path, text]) => ({ path, content: Buffer.from(text) }));
  const packed = await packFiles(entries, join(dataDir, "packages/new.tar.gz"));
  const file = join(dataDir, "packages", `${packed.sha256}.tar.gz`);
  await rename(packed.path, file);
  const row = {
    ...{ owner_id: owner, name, version: "1.0.0", model: "realtime" as const, runtime: "python311" },
    ...{ config: "{}", schema: "{}", readme: null, sha256: packed.sha256 },
    ...{ content_sha256: packed.contentSha256, bytes: packed.bytes, created_at: "x", deleted_at: null },
  };
  await storage.services.insertVersion({ ...row, unpacked_bytes: 3 * 4096 });
  return { file, row: { ...row, is_listed: 0 } };
}

describe("contents that no version has", () => {
  test("are removed 24 hours after they were sent", async () => {
    await send("early");
    await clock.pass(unusedKeptMs - 60_000);
    await send("late");
    await keepInOrder();
    expect([existsSync(storedAt("early")), existsSync(storedAt("late"))]).toEqual([true, true]);
    await clock.pass(120_000);
    await keepInOrder();
    expect([existsSync(storedAt("early")), existsSync(storedAt("late"))]).toEqual([false, true]);
    expect(
      await storage.services.missingFiles(owner, [JSON.stringify([sha256("early"), sha256("late")])]),
    ).toEqual([sha256("early")]);
  });

  test("are removed by the next start if the platform was killed before it could say whose they are", async () => {
    await send("known");
    const folder = join(dataDir, "packages/files", sha256("stray").slice(0, 2));
    mkdirSync(folder, { recursive: true });
    writeFileSync(storedAt("stray"), "stray");
    writeFileSync(`${storedAt("stray")}.partial`, "str");
    await keepInOrder();
    expect([existsSync(storedAt("known")), readdirSync(folder)]).toEqual([true, []]);
  });

  test("are not kept if they cannot be recorded", async () => {
    const from = join(dataDir, "sent");
    mkdirSync(from);
    writeFileSync(join(from, sha256("lost")), "lost");
    const record = async () => Promise.reject(new Error("The disk is full."));
    await expect(packages.files.keep({ from, contents: parts("lost") }, record)).rejects.toThrow("full");
    expect(existsSync(storedAt("lost"))).toBe(false);
  });
});

describe("a package that no version has", () => {
  const files = (sha: string) => [
    join(dataDir, `packages/lists/${sha}.jsonl`),
    join(dataDir, `code/${sha}/main.py`),
    join(dataDir, `code/${sha}.bytecode`),
  ];

  test("is removed by the next start if the platform was killed before it could record or remove it", async () => {
    const { row } = await archived("known");
    await keepInOrder();
    const stray = sha256("stray");
    for (const file of [row.content_sha256, stray].flatMap(files)) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, "", { flag: "a" });
    }
    await keepInOrder();
    expect(files(row.content_sha256).map((file) => existsSync(file))).toEqual([true, true, true]);
    expect(files(stray).map((file) => existsSync(file))).toEqual([false, false, false]);
    expect(readdirSync(join(dataDir, "code"))).not.toContain(stray);
  });
});

describe("a package that an earlier platform stored as an archive", () => {
  test("is stored by its files, which two of them share, and counts by them for the quota", async () => {
    await archived("one");
    await archived("two");
    const before = (await storage.services.quotaUse(owner, "x")).package_bytes;
    await keepInOrder();
    expect(await storage.services.archivedVersions()).toEqual([]);
    expect(readdirSync(join(dataDir, "packages/lists"))).toHaveLength(2);
    expect((await stat(storedAt("print(1)\n"))).nlink).toBe(1);
    const after = (await storage.services.quotaUse(owner, "x")).package_bytes;
    expect(after).toBe(4 * 4096);
    expect(after).toBeLessThan(before);
  });

  test("keeps its archive for 30 days, so that there is a way back", async () => {
    const { file } = await archived("one");
    await keepInOrder();
    await clock.pass(archiveKeptMs - 3_600_000);
    await keepInOrder();
    expect(existsSync(file)).toBe(true);
    await clock.pass(2 * 3_600_000);
    await keepInOrder();
    expect(existsSync(file)).toBe(false);
    expect(existsSync(storedAt("print(1)\n"))).toBe(true);
  });

  test("is left as it is if the archive is missing or damaged, and the others are stored", async () => {
    const damaged = await archived("damaged", "print(2)\n");
    const missing = await archived("missing", "print(3)\n");
    await archived("whole");
    writeFileSync(damaged.file, "something else");
    rmSync(missing.file);
    await keepInOrder();
    expect((await storage.services.archivedVersions()).map(({ name }) => name).sort()).toEqual([
      "damaged",
      "missing",
    ]);
    expect(existsSync(storedAt("print(1)\n"))).toBe(true);
    await expect(packages.archived.store(damaged.row)).rejects.toThrow("was changed on the disk");
    await expect(packages.archived.store(missing.row)).rejects.toThrow("cannot be read (ENOENT)");
  });
});
