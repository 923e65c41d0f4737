import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createBackup, restoreBackup } from "../../src/backup/index.ts";
import { stateDirOf } from "../../src/state/state.ts";
import { findPlace } from "../../src/store/index.ts";
import { openStore } from "../../src/store/sqlite/database.ts";
import { openWorld, type World } from "../engine/world.ts";

const now = new Date("2027-01-05T10:00:00.000Z");
let world: World;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "botyard-backup-"));
  world = await openWorld();
  await world.addPackage({
    files: { "bot.mjs": "setInterval(() => {}, 1000);" },
    entrypoints: { bot: "bot.mjs" },
  });
});
afterEach(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

async function backup(): Promise<Buffer> {
  const out = new PassThrough();
  const [bytes] = await Promise.all([buffer(out), createBackup(world.dataDir, out, now)]);
  return bytes;
}
const restore = (bytes: Uint8Array, more = {}) =>
  restoreBackup(Readable.from([bytes]), join(folder, "restored"), { stops: true, now, ...more });
async function filled(): Promise<string> {
  const { bot_id: id } = await world.addBot({ custom_bot: "probe" });
  await world.status(id, "running");
  const state = stateDirOf(world.dataDir, id);
  mkdirSync(join(state, "deep", "er"), { recursive: true });
  writeFileSync(join(state, "balance.json"), "7");
  writeFileSync(join(state, "empty.json"), "");
  writeFileSync(join(state, "deep", "er", "large"), Buffer.alloc(3 * 2 ** 20, 1));
  symlinkSync("/etc/passwd", join(state, "link.json"));
  return id;
}

test("a backup of a platform that runs has database, packages and state, and restores them in another folder", async () => {
  const id = await filled();
  const restored = await restore(await backup());
  expect(restored).toMatchObject({
    about: { bots: 1, created_at: now.toISOString() },
    ran: [expect.any(String)],
  });
  const into = join(folder, "restored");
  const state = stateDirOf(into, id);
  expect(readFileSync(join(state, "balance.json"), "utf8")).toBe("7");
  expect(readFileSync(join(state, "empty.json"), "utf8")).toBe("");
  expect(statSync(join(state, "deep", "er", "large")).size).toBe(3 * 2 ** 20);
  expect(existsSync(join(state, "link.json"))).toBe(false);
  // The archive, whose files are stored one by one, is only for a way back.
  expect(readdirSync(join(into, "packages"))).toEqual(["files", "lists"]);
  for (const part of ["files", "lists"]) {
    const [there, here] = [into, world.dataDir].map((dir) => join(dir, "packages", part));
    expect(readdirSync(there!, { recursive: true })).toEqual(readdirSync(here!, { recursive: true }));
  }
  expect(readdirSync(folder)).toEqual(["restored"]);
  expect(readdirSync(world.dataDir).filter((name) => /backup\.partial/.test(name))).toEqual([]);
  const store = await openStore(into);
  const [bot] = await store.main.selectFrom("bots").selectAll().execute();
  expect(bot).toMatchObject({ id, desired: "stopped", status: "stopped", running_revision: null });
  const launches = await store.main.selectFrom("launches").select("state").execute();
  expect(new Set(launches.map((launch) => launch.state))).toEqual(new Set(["gone"]));
  await store.close();
});

test("with `stops: false` the bots should run as before, and the folder is known as a copy in both cases", async () => {
  await filled();
  const bytes = await backup();
  await restore(bytes, { stops: false });
  const into = join(folder, "restored");
  const store = await openStore(into);
  expect(await store.main.selectFrom("bots").select("desired").execute()).toEqual([{ desired: "running" }]);
  await store.close();
  expect(findPlace(into, []).copy).toMatchObject({ kind: "copy", of: world.dataDir });
});

test("a package that is still an archive is backed up as one, also in the first format, which had no others", async () => {
  await restore(changed(await backup(), '"format":2', '"format":1'));
  expect(readdirSync(join(folder, "restored/packages"))).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}\.tar\.gz$/),
  ]);
});

test("the restored files of packages are read-only", async () => {
  await filled();
  const [list] = readdirSync(join(world.dataDir, "packages/files"), {
    recursive: true,
    encoding: "utf8",
  }).filter((path) => path.includes("/"));
  await restore(await backup());
  const { mode } = statSync(join(folder, "restored/packages/files", list!));
  expect((mode & 0o777).toString(8)).toBe("444");
});

test("everything that was acknowledged before is in it, while others write", async () => {
  const id = await filled();
  let written = 0;
  let stop = false;
  const writing = (async () => {
    while (!stop) {
      await world.patch(id, { config: { n: written + 1 } });
      written++;
      await setImmediate();
    }
  })();
  await world.until("some writes", () => (written > 20 ? true : undefined));
  const before = written;
  const bytes = await backup();
  stop = true;
  await writing;
  await restore(bytes);
  const store = await openStore(join(folder, "restored"));
  const { config } = await store.main.selectFrom("bots").select("config").executeTakeFirstOrThrow();
  await store.close();
  expect(JSON.parse(config).n).toBeGreaterThanOrEqual(before);
});

const changed = (bytes: Buffer, from: string, to: string): Buffer => {
  const tar = gunzipSync(bytes);
  const at = tar.indexOf(from);
  expect(at).toBeGreaterThan(0);
  tar.write(to, at);
  return gzipSync(tar);
};

test.each<[string, (bytes: Buffer) => Uint8Array, RegExp]>([
  ["empty", () => new Uint8Array(), /cut off/],
  ["no archive", () => Buffer.from("hello"), /cut off or damaged/],
  ["cut in the middle", (bytes) => bytes.subarray(0, bytes.length / 2), /cut off/],
  ["cut at its end", (bytes) => bytes.subarray(0, bytes.length - 40), /cut off/],
  [
    "changed in a file",
    (bytes) => changed(bytes, "SQLite format 3", "SQLITE format 3"),
    /platform\.db is not what was written/,
  ],
  [
    "of a newer format",
    (bytes) => changed(bytes, '"format":2', '"format":9'),
    /format that this platform .* does not know/,
  ],
])("a backup that is %s is refused, and nothing is there", async (_, change, message) => {
  await filled();
  const error = await restore(change(await backup())).catch((error: Error) => error);
  expect(error).toBeInstanceOf(Error);
  expect((error as Error).message).toMatch(message);
  expect(readdirSync(folder)).toEqual([]);
});

/** An archive of these files, with their sums at its end. */
async function archive(files: Record<string, string>): Promise<Buffer> {
  const tar = pack();
  const sums = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, createHash("sha256").update(text).digest("hex")]),
  );
  const about = JSON.stringify({ format: 1, folder: { path: "/x" } });
  const all = { "botyard-backup.json": about, ...files, "sha256sums.json": JSON.stringify(sums) };
  for (const [name, text] of Object.entries(all)) tar.entry({ name }, text);
  tar.finalize();
  return gzipSync(await buffer(tar));
}

test.each([
  "../evil",
  "/etc/evil",
  "bots/../../evil",
  "bots/bot_01m8hytb4zesm2xmb6nta7ng6q/state/../../evil",
  "bots/bot_01m8hytb4zesm2xmb6nta7ng6q/launches/x/record.json",
  "secrets.key",
  "place.json",
  "packages/files/../x",
  `packages/files/${"a".repeat(64)}`,
  `packages/lists/${"a".repeat(64)}`,
])("a file in it that no backup has is refused: %s", async (name) => {
  const error = await restore(await archive({ [name]: "1" })).catch((error: Error) => error);
  expect((error as Error).message).toContain(`it has ${JSON.stringify(name)}`);
  expect(readdirSync(folder)).toEqual([]);
});

function unpacked(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}

test("one changed bit is found wherever it is", async () => {
  await filled();
  const bytes = await backup();
  for (let part = 0; part < 25; part++) {
    const at = Math.floor((bytes.length * part) / 25) + 11;
    const other = Buffer.from(bytes);
    other[at]! ^= 4;
    // Some bits of a compressed stream mean nothing.
    if (unpacked(other)?.equals(gunzipSync(bytes))) continue;
    const found = await restore(other).catch((error: Error) => error);
    expect(found, `byte ${at} of ${bytes.length}`).toBeInstanceOf(Error);
    expect(readdirSync(folder)).toEqual([]);
  }
});

test("a backup whose database a newer platform wrote is refused with both versions", async () => {
  await world.store.main
    .insertInto("kysely_migration" as never)
    .values({ name: "9999-later", timestamp: "x" } as never)
    .execute();
  const error = await restore(await backup()).catch((error: Error) => error);
  expect((error as Error).message).toMatch(
    /written by platform [\d.]+, whose database this platform .* does not know/,
  );
  expect(readdirSync(folder)).toEqual([]);
  await world.store.main
    .deleteFrom("kysely_migration" as never)
    .where("name" as never, "=", "9999-later" as never)
    .execute();
});

test("a folder that has something is left as it is", async () => {
  const into = join(folder, "restored");
  mkdirSync(into);
  writeFileSync(join(into, "mine"), "1");
  await expect(restore(await backup())).rejects.toThrow(`The folder ${into} is not empty.`);
  expect(readdirSync(into)).toEqual(["mine"]);
  rmSync(join(into, "mine"));
  // A start that was refused leaves it.
  writeFileSync(join(into, "lock"), "");
  await restore(await backup());
  expect(readdirSync(into)).toContain("platform.db");
});

test("a backup that cannot be written fails, and leaves nothing in the data folder", async () => {
  await filled();
  const out = new PassThrough();
  out.destroy(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
  out.on("error", () => {});
  await expect(createBackup(world.dataDir, out, now)).rejects.toThrow(/The backup could not be written: /);
  expect(readdirSync(world.dataDir).filter((name) => name.startsWith("backup.partial"))).toEqual([]);
});

test("what a killed backup left is removed by the next one after a day, and what another one writes is not", async () => {
  const folders = ["backup.partial-1", "backup.partial-2"].map((name) => join(world.dataDir, name));
  for (const [index, at] of folders.entries()) {
    mkdirSync(join(at, "packages"), { recursive: true });
    writeFileSync(join(at, "packages", "deleted.tar.gz"), "");
    const hours = [25, 23][index]!;
    utimesSync(at, now, new Date(now.getTime() - hours * 3_600_000));
  }
  await backup();
  expect(folders.map((at) => existsSync(at))).toEqual([false, true]);
});

test("a backup fails if the packages cannot be read, instead of leaving them out", async () => {
  const packages = join(world.dataDir, "packages");
  rmSync(packages, { recursive: true });
  // A link to itself cannot be read, not even by root.
  symlinkSync("packages", packages);
  const failed = createBackup(world.dataDir, new PassThrough().resume(), now);
  await expect(failed).rejects.toThrow(/The backup could not be written: .*ELOOP/);
  rmSync(packages);
});
