import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createBackup, restoreBackup } from "../../src/backup/index.ts";
import { findPlace, isElsewhere, noteElsewhere, openStorage } from "../../src/store/index.ts";
import { openStore } from "../../src/store/sqlite/database.ts";

const now = new Date("2027-01-05T10:00:00.000Z");
const bot = `bot_${"0".repeat(26)}`;
let folder: string;
let data: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "botyard-elsewhere-"));
  data = join(folder, "data");
  // From before the records were moved to a server.
  await (await openStore(data)).close();
  mkdirSync(join(data, "bots", bot, "state"), { recursive: true });
  writeFileSync(join(data, "bots", bot, "state", "balance.json"), "7");
  findPlace(data, []);
  noteElsewhere(data);
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a backup of a data folder whose records a server has says so, has none that SQLite had before, and restores the rest", async () => {
  const out = new PassThrough();
  const [bytes, made] = await Promise.all([buffer(out), createBackup(data, out, now)]);
  expect(made.about).toMatchObject({ records: "postgresql", bots: 1 });
  expect(made.about).not.toHaveProperty("schema");
  expect(gunzipSync(bytes).toString("latin1")).not.toContain("SQLite format");
  const into = join(folder, "restored");
  const restored = await restoreBackup(Readable.from([bytes]), into, { stops: true, now });
  expect(restored).toMatchObject({ about: { records: "postgresql" }, files: 1, ran: [] });
  expect(readdirSync(into).sort()).toEqual(["bots", "place.json", "store.json"]);
  expect(readFileSync(join(into, "bots", bot, "state", "balance.json"), "utf8")).toBe("7");
  expect(findPlace(into, []).copy).toMatchObject({ of: data, kind: "copy" });
  expect(isElsewhere(into)).toBe(true);
});

test("a data folder whose records a server has is not opened with those that SQLite had before", async () => {
  expect(existsSync(join(data, "platform.db"))).toBe(true);
  await expect(openStorage(data)).rejects.toMatchObject({
    code: "store_unusable",
    message: expect.stringContaining(`--to sqlite:${data}`),
  });
});
