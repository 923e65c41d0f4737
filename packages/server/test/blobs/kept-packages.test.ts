import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checksHere, contentFile, removeUnpacked } from "@botyard/manifest";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Blobs, blobKinds } from "../../src/blobs/blobs.ts";
import { type StoredPackages, storedPackages } from "../../src/custom-bots/stored-packages.ts";
import { Upkeep, unusedKeptMs } from "../../src/custom-bots/upkeep.ts";
import type { Storage } from "../../src/store/index.ts";
import { ManualClock } from "../engine/manual-clock.ts";
import { openedStorage } from "../store/opened.ts";
import { blobsOf } from "./opened-blobs.ts";

const owner = "usr_1";
let dataDir: string;
let storage: Storage;
let clock: ManualClock;
let packages: StoredPackages;
let blobs: Blobs;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "botyard-kept-"));
  storage = await openedStorage(dataDir);
  blobs = blobsOf(storage, dataDir);
  clock = new ManualClock(new Date().toISOString());
  await storage.services.insertUser({ id: owner, name: "admin", created_at: "x" });
  packages = stored();
});
afterEach(async () => {
  await storage.close();
  await removeUnpacked(dataDir);
});

const stored = () =>
  storedPackages({ store: storage.services, checks: checksHere, dataDir, clock, blobs: storage.blobs });
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const storedAt = (content: string) => contentFile(join(dataDir, "packages/files"), sha256(content), false);
/** Whether a content is kept, and whether it is in the data folder. */
const places = async (content: string) => [
  (await blobs.has("files", [sha256(content)])).size === 1,
  existsSync(storedAt(content)),
];

let sent = 0;
/** Stores a content as an upload of it does. */
function send(
  content: string,
  {
    record = () => storage.services.addFiles(owner, contents(content), now()),
    files = packages.files,
  }: { record?: () => Promise<void>; files?: StoredPackages["files"] } = {},
): Promise<void> {
  const from = join(dataDir, `sent-${++sent}`);
  mkdirSync(from);
  writeFileSync(join(from, sha256(content)), content, { mode: 0o444 });
  return files.inTurn(() => files.keep({ from, contents: contents(content) }, record));
}

/** Stores a content, and a list of the same text, as a platform that is killed before it records them. */
async function putStray(text: string): Promise<void> {
  const body = async function* () {
    yield Buffer.from(text);
  };
  const open = async () => ({ bytes: text.length, body: body() });
  for (const kind of blobKinds) await blobs.put(kind, [{ sha256: sha256(text), open }]);
}

const contents = (content: string) => [JSON.stringify([[sha256(content), 4096]])];
const now = () => clock.now().toISOString();

async function keepInOrder(): Promise<void> {
  const upkeep = new Upkeep(packages, { clock, log: pino({ level: "silent" }), dataDir });
  await upkeep.start();
  await upkeep.stop();
}

describe("a content that no version has", () => {
  test("is removed 24 hours after it was sent, from where it is kept and from the data folder", async () => {
    await send("early");
    await clock.pass(unusedKeptMs - 60_000);
    await send("late");
    await keepInOrder();
    expect(await places("early")).toEqual([true, true]);
    await clock.pass(120_000);
    await keepInOrder();
    expect([await places("early"), await places("late")]).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test("is removed by the next start if the platform was killed before it could say whose it is", async () => {
    await send("known");
    await putStray("stray");
    await keepInOrder();
    expect([await places("known"), await places("stray")]).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(await blobs.has("lists", [sha256("stray")])).toEqual(new Set());
  });

  test("is not kept if it cannot be recorded", async () => {
    const record = () => Promise.reject(new Error("The store has failed."));
    await expect(send("lost", { record })).rejects.toThrow("The store has failed.");
    expect(await places("lost")).toEqual([false, false]);
  });
});

describe("a content that an upload is storing", () => {
  test("is not removed by an upkeep that found it without a user before", async () => {
    await putStray("found before");
    const { strayFiles } = storage.services;
    let upload: Promise<void> | undefined;
    storage.services.strayFiles = async (part) => {
      const found = await strayFiles(part);
      if (upload === undefined && found.includes(sha256("found before"))) {
        upload = send("found before");
        // As long as it takes another one that need not wait.
        for (const text of ["one", "two"]) await send(text, { files: stored().files });
      }
      return found;
    };
    await packages.files.removeStrays();
    await upload;
    expect(await places("found before")).toEqual([true, true]);
  });

  test("is not removed when another upload of it fails or its last version is deleted at the same time", async () => {
    await send("shared");
    const before = new Date(clock.now().getTime() + 1_000).toISOString();
    await clock.pass(2_000);
    const failing = send("shared", { record: () => Promise.reject(new Error("no")) });
    const forgetting = packages.files.removeUnused(before);
    const again = send("shared");
    await Promise.allSettled([failing, forgetting, again]);
    expect(await places("shared")).toEqual([true, true]);
  });

  test("is stored once by two uploads at the same time", async () => {
    await Promise.all([send("twice"), send("twice")]);
    const found: string[] = [];
    for await (const page of blobs.list("files")) found.push(...page);
    expect(found).toEqual([sha256("twice")]);
  });
});

test("what a failed upload left, because the store could not be reached, is removed later", async () => {
  const { strayFiles } = storage.services;
  storage.services.strayFiles = () => Promise.reject(new Error("The server cannot be reached."));
  await expect(send("left", { record: () => Promise.reject(new Error("no")) })).rejects.toThrow("no");
  expect(await places("left")).toEqual([true, true]);
  storage.services.strayFiles = strayFiles;
  await packages.files.removeUnused("2000");
  expect(await places("left")).toEqual([false, false]);
});
