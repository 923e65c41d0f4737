import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore } from "../../src/store/sqlite/database.ts";
import { migrationNames } from "../../src/store/sqlite/migrations/index.ts";
import { makeOlder } from "./older.ts";

let dir: string;
const file = () => join(dir, "platform.db");
const copies = () => join(dir, "before-update");
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "botyard-update-"));
  await (await openStore(dir, { version: "1.0.0" })).close();
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function change(sql: string): void {
  const database = new Sqlite(file());
  database.exec(sql);
  database.close();
}
/** The newest update that an earlier platform knew. */
const before = migrationNames.at(-2)!;
async function takeBack(): Promise<void> {
  await makeOlder(file(), before);
  change("insert into users (id, name, created_at) values ('usr_1', 'kept', 'x')");
}

test("a new database is not copied, and one that needs no update neither", async () => {
  await (await openStore(dir, { version: "1.0.0" })).close();
  expect(readdirSync(dir)).not.toContain("before-update");
});

test("before an update the database is copied as it was, for its owner alone, and a copy is removed after 30 days", async () => {
  await takeBack();
  const store = await openStore(dir, { version: "1.1.0" });
  expect(await store.main.selectFrom("written_by").select("version").execute()).toEqual([
    { version: "1.1.0" },
  ]);
  await store.close();
  const [name] = readdirSync(copies());
  expect(name).toBe(`${before}.db`);
  const copy = join(copies(), name!);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const database = new Sqlite(copy, { readonly: true });
  expect(database.prepare("select name from users").all()).toEqual([{ name: "kept" }]);
  expect(database.prepare("select max(name) as name from kysely_migration").get()).toEqual({ name: before });
  database.close();
  const old = Date.now() / 1_000 - 31 * 86_400;
  utimesSync(copy, old, old);
  await (await openStore(dir, { version: "1.1.0" })).close();
  expect(readdirSync(copies())).toEqual([]);
});

test("a database that a newer platform has updated is refused with its version and the way back, and is not changed", async () => {
  await takeBack();
  await (await openStore(dir, { version: "2.0.0" })).close();
  change("insert into kysely_migration (name, timestamp) values ('9999-later', 'x')");
  const { mtimeMs } = statSync(file());
  const error = await openStore(dir, { version: "1.0.0" }).catch((error: Error) => error);
  expect(error).toMatchObject({ code: "store_newer" });
  const { message } = error as Error;
  expect(message).toContain(
    "was updated by version 2.0.0 of the platform (9999-later), which version 1.0.0 does not know",
  );
  const [copy] = readdirSync(copies());
  expect(message).toContain(`move ${join(copies(), copy!)} to ${file()}`);
  expect(statSync(file()).mtimeMs).toBe(mtimeMs);
});

test("without room for the copy nothing is updated", async () => {
  await takeBack();
  // A file where the folder of the copies would be.
  writeFileSync(copies(), "");
  await expect(openStore(dir, { version: "1.1.0" })).rejects.toMatchObject({ code: "data_dir_unusable" });
  const database = new Sqlite(file(), { readonly: true });
  expect(database.prepare("select max(name) as name from kysely_migration").get()).toEqual({
    name: before,
  });
  database.close();
});
