import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import Sqlite from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PostgresServer } from "../../../repo/src/drive/postgres.ts";
import { FolderBlobs } from "../../src/blobs/folder/folder-blobs.ts";
import { type CopyOptions, copyStore } from "../../src/store/copy/copy-store.ts";
import { copiedTables } from "../../src/store/copy/tables.ts";
import { noteElsewhere } from "../../src/store/elsewhere.ts";
import { holderOf } from "../../src/store/holder.ts";
import { findPlace, takePlace } from "../../src/store/place.ts";
import { openPostgres } from "../../src/store/postgres/database.ts";
import { openStore } from "../../src/store/sqlite/database.ts";
import { lockDataDir } from "../../src/store/sqlite/lock.ts";
import { migrationNames } from "../../src/store/sqlite/migrations/index.ts";
import { everyTable } from "../store/every-table.ts";
import { makeOlder } from "../store/older.ts";

describe("between SQLite and PostgreSQL", () => {
  let server: PostgresServer;
  let dir: string;
  let source: string;
  let url: string;
  let databases = 0;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), "botyard-copy-"));
    source = join(dir, "source");
    url = await newDatabase();
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  async function newDatabase(): Promise<string> {
    const name = `copy${++databases}`;
    await server.query("postgres", `create database ${name}`);
    return server.url(name);
  }
  const copy = (more: Partial<CopyOptions> = {}) =>
    copyStore({
      ...{ from: { dataDir: source }, to: { url }, again: false, now: new Date("2027-01-05T10:00:00Z") },
      ...{ onTable: () => {}, signal: AbortSignal.timeout(120_000), ...more },
    });
  const failed = (more?: Partial<CopyOptions>) =>
    copy(more).then(
      () => undefined,
      (error: unknown) => error,
    );
  const databaseOf = (of: string) => new URL(of).pathname.slice(1);
  const holder = () => holderOf("a test", dir);

  /** All rows of a data folder, in an order of its own. */
  function rowsIn(dataDir: string): Record<string, unknown[]> {
    const database = new Sqlite(join(dataDir, "platform.db"), { readonly: true });
    database.defaultSafeIntegers(true);
    const found = copiedTables.map(({ table }) => {
      const columns = (database.pragma(`table_info(${table})`) as { name: string }[])
        .map(({ name }) => name)
        .sort();
      const rows = database.prepare(`select ${columns} from ${table}`).raw().all() as unknown[][];
      return [table, rows.map((row) => row.map(String).join("|")).sort()];
    });
    database.close();
    return Object.fromEntries(found);
  }
  const fileHash = (dataDir: string) =>
    createHash("sha256")
      .update(readFileSync(join(dataDir, "platform.db")))
      .digest("hex");

  test("everything is the same after a way there and back, and the source is not changed", async () => {
    await everyTable(source, 3_000);
    const [before, rows] = [fileHash(source), rowsIn(source)];
    const told: string[] = [];
    const there = await copy({ onTable: ({ table }) => told.push(table) });
    expect(told).toEqual(copiedTables.map(({ table }) => table));
    for (const { table, rows: count } of there) expect([table, count]).toEqual([table, rows[table]!.length]);
    expect(there.find(({ table }) => table === "log_lines")).toMatchObject({ rows: 3_000 });
    expect(Math.min(...there.map(({ rows }) => rows))).toBeGreaterThan(0);
    const back = join(dir, "back");
    expect(await copy({ from: { url }, to: { dataDir: back } })).toEqual(there);
    expect(rowsIn(back)).toEqual(rows);
    expect(fileHash(source)).toBe(before);
    await (await openStore(back)).close();
    await (await openPostgres(url, { holder: holder(), onLost: () => {} })).close();
  });

  test("contents of packages are copied with the records, and a damaged one ends the copy", async () => {
    await everyTable(source, 10);
    const contents = ["", "a bot", "x".repeat(3_000_000)].map((text) => Buffer.from(text));
    const sha256s = contents.map((bytes) => createHash("sha256").update(bytes).digest("hex"));
    const blobs = contents.map((bytes, at) => ({
      sha256: sha256s[at]!,
      open: async () => ({ bytes: bytes.length, body: Readable.from(bytes.length > 0 ? [bytes] : []) }),
    }));
    await new FolderBlobs(source).put("files", blobs);
    await new FolderBlobs(source).put("lists", blobs.slice(1, 2));
    await copy();
    const back = join(dir, "back");
    await copy({ from: { url }, to: { dataDir: back } });
    expect(await new FolderBlobs(back).has("files", sha256s)).toEqual(new Set(sha256s));
    expect(await new FolderBlobs(back).has("lists", sha256s)).toEqual(new Set(sha256s.slice(1, 2)));
    const read = await new FolderBlobs(back).open("files", sha256s[2]!);
    expect((await buffer(read!.body)).equals(contents[2]!)).toBe(true);
    const [folder] = sha256s[1]!.match(/^../)!;
    const file = join(source, "packages", "files", folder, sha256s[1]!);
    chmodSync(file, 0o600);
    writeFileSync(file, "a pot");
    const other = await newDatabase();
    expect(await failed({ to: { url: other } })).toMatchObject({ code: "blob_damaged" });
    await expect(openPostgres(other, { holder: holder(), onLost: () => {} })).rejects.toMatchObject({
      code: "store_incomplete",
    });
  });

  test("a content that is damaged in the target is copied again", async () => {
    await everyTable(source, 10);
    const content = Buffer.from("print(1)");
    const sha256 = createHash("sha256").update(content).digest("hex");
    const open = async () => ({ bytes: content.length, body: Readable.from([content]) });
    await new FolderBlobs(source).put("files", [{ sha256, open }]);
    await copy();
    const back = join(dir, "back");
    await new FolderBlobs(back).put("files", [{ sha256, open }]);
    const file = join(back, "packages", "files", sha256.slice(0, 2), sha256);
    chmodSync(file, 0o600);
    writeFileSync(file, "print(2)");
    await copy({ from: { url }, to: { dataDir: back } });
    expect(readFileSync(file, "utf8")).toBe("print(1)");
  });

  test("a copy belongs to the data folder that it is of, and is not copied to one with other bots", async () => {
    await everyTable(source, 10);
    findPlace(source, []);
    await copy();
    expect(await server.query(databaseOf(url), "select path from data_folder")).toEqual([{ path: source }]);
    const other = join(dir, "other");
    mkdirSync(other);
    findPlace(other, []);
    expect(await failed({ from: { url }, to: { dataDir: other } })).toMatchObject({
      code: "store_unusable",
      message: expect.stringContaining(`whose data folder is the one at ${source}`),
    });
    expect(existsSync(join(other, "platform.db"))).toBe(false);
  });

  test("a copy to a new data folder runs no bot until it takes them over from that of the database", async () => {
    await everyTable(source, 10);
    const original = findPlace(source, []);
    await copy();
    const fresh = join(dir, "fresh");
    await copy({ from: { url }, to: { dataDir: fresh } });
    expect(findPlace(fresh, [])).toMatchObject({ id: original.id, copy: { of: source, kind: "copy" } });
    takePlace(fresh, source);
    expect(findPlace(fresh, []).copy).toBeUndefined();
    expect(findPlace(source, []).copy).toMatchObject({ of: fresh });
  });

  test("a copy to the data folder that the bots belong to leaves it their home", async () => {
    await everyTable(source, 10);
    const original = findPlace(source, []);
    await copy();
    rmSync(join(source, "platform.db"));
    noteElsewhere(source);
    await copy({ from: { url }, to: { dataDir: source } });
    expect(findPlace(source, [])).toEqual(original);
  });

  test("every table and column of one engine is in the other, and is copied", async () => {
    await (await openStore(source)).close();
    await (await openPostgres(url, { holder: holder(), onLost: () => {} })).close();
    const database = new Sqlite(join(source, "platform.db"), { readonly: true });
    const lite = database
      .prepare(
        `select m.name || '.' || c.name from sqlite_schema m, pragma_table_info(m.name) c
          where m.type = 'table' and m.name not like 'kysely%' and m.name not like 'sqlite%'`,
      )
      .pluck()
      .all() as string[];
    database.close();
    const rows = await server.query<{ name: string }>(
      databaseOf(url),
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
    );
    // Who owns the store, and what it has committed, is no record. Contents of packages are files in the other one.
    const ofEngine = /^(kysely_|ownership|commits\.|blob_chunks|data_folder)/;
    const post = rows.map(({ name }) => name).filter((name) => !ofEngine.test(name));
    expect(post.sort()).toEqual(lite.sort());
    const tables = new Set(lite.map((name) => name.split(".")[0]));
    expect(copiedTables.map(({ table }) => table).sort()).toEqual([...tables].sort());
  });

  test("a source in use is refused with the process that uses it, and so is a target", async () => {
    await everyTable(source, 10);
    const lock = lockDataDir(source);
    lock.announce("http://127.0.0.1:7070");
    expect(await failed()).toMatchObject({
      code: "data_dir_locked",
      message: expect.stringContaining(`process ${process.pid} at http://127.0.0.1:7070`),
    });
    lock.release();
    const used = await openPostgres(url, { holder: holder(), onLost: () => {} });
    const inUse = { code: "store_in_use", message: expect.stringContaining(`process id ${process.pid} at`) };
    expect(await failed()).toMatchObject(inUse);
    expect(await failed({ from: { url }, to: { dataDir: join(dir, "back") } })).toMatchObject(inUse);
    await used.close();
  });

  test("a target with records is refused, and keeps them", async () => {
    await everyTable(source, 10);
    const store = await openPostgres(url, { holder: holder(), onLost: () => {} });
    await store.soon.main
      .insertInto("users")
      .values({ id: "usr_9", name: "kept", created_at: "x" })
      .execute();
    await store.close();
    for (const again of [false, true])
      expect(await failed({ again })).toMatchObject({
        code: "store_not_empty",
        message: expect.stringContaining(databaseOf(url)),
      });
    expect(await server.query(databaseOf(url), "select name from users")).toEqual([{ name: "kept" }]);
    const other = await newDatabase();
    await copy({ to: { url: other } });
    expect(await failed({ from: { url: other }, to: { dataDir: source } })).toMatchObject({
      code: "store_not_empty",
    });
  });

  test("a source of an earlier version is refused with what to do, and is not updated", async () => {
    await everyTable(source, 10);
    await makeOlder(join(source, "platform.db"), migrationNames.at(-2)!);
    const before = fileHash(source);
    expect(await failed()).toMatchObject({
      code: "store_older",
      message: expect.stringContaining("Start this version of the platform with it once"),
    });
    expect(fileHash(source)).toBe(before);
  });

  test("a folder or a database without records is refused as a source, and nothing is made in it", async () => {
    expect(await failed()).toMatchObject({
      code: "store_unusable",
      message: expect.stringContaining(source),
    });
    expect(await failed({ from: { url }, to: { dataDir: join(dir, "back") } })).toMatchObject({
      code: "store_unusable",
      message: expect.stringContaining("has no records of a platform"),
    });
    expect(
      await server.query(databaseOf(url), "select * from pg_tables where schemaname = 'public'"),
    ).toEqual([]);
    expect(await failed({ to: { dataDir: source } })).toMatchObject({
      message: expect.stringContaining("same engine"),
    });
  });

  test("a copy that changes on its way is an error, and no platform uses it", async () => {
    await everyTable(source, 1_200);
    const name = databaseOf(url);
    // The server itself changes a character.
    await (await openPostgres(url, { holder: holder(), onLost: () => {} })).close();
    await server.query(
      name,
      `create function forget() returns trigger language plpgsql as
        $$ begin if new.seq = 777 then new.message := left(new.message, -1) || '~'; end if; return new; end $$;
       create trigger forget before insert on log_lines for each row execute function forget()`,
    );
    expect(await failed()).toMatchObject({
      code: "store_copy_differs",
      message: expect.stringMatching(/: log_lines has 1200 rows \([0-9a-f]{32}\) and 1200 \([0-9a-f]{32}\)/),
    });
    await expect(openPostgres(url, { holder: holder(), onLost: () => {} })).rejects.toMatchObject({
      code: "store_incomplete",
    });
    await server.query(name, "drop trigger forget on log_lines");
    expect(await failed()).toMatchObject({ code: "store_incomplete" });
    await copy({ again: true });
  });

  test.each(["PostgreSQL", "SQLite"])(
    "a copy to %s that was ended is refused until it is made again",
    async (engine) => {
      await everyTable(source, 2_000);
      const whole = await copy();
      const to = engine === "SQLite" ? { dataDir: join(dir, "back") } : { url: await newDatabase() };
      const from = engine === "SQLite" ? { url } : { dataDir: source };
      const ending = new AbortController();
      const onTable = ({ table }: { table: string }) => {
        if (table === "metrics") ending.abort(new Error("ended"));
      };
      expect(await failed({ from, to, onTable, signal: ending.signal })).toMatchObject({ message: "ended" });
      const open = async () =>
        "url" in to
          ? (await openPostgres(to.url, { holder: holder(), onLost: () => {} })).close()
          : (await openStore(to.dataDir!)).close();
      await expect(open()).rejects.toMatchObject({
        code: "store_incomplete",
        message: expect.stringContaining("begun at 2027-01-05T10:00:00.000Z"),
      });
      expect(await failed({ from: to, to: from })).toMatchObject({ code: expect.stringMatching(/^store_/) });
      expect(await failed({ from, to })).toMatchObject({ code: "store_incomplete" });
      expect(await copy({ from, to, again: true })).toEqual(whole);
      await open();
    },
  );
});
