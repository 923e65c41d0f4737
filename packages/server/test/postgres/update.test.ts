import { afterEach, beforeEach, expect, test } from "vitest";
import { inDatabase } from "../../../repo/src/drive/postgres.ts";
import { openPostgres } from "../../src/store/postgres/database.ts";
import { freshDatabase } from "./fresh-database.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

const start = async (version: string) => {
  const holder = { name: "a test", folder: "/data" };
  await (await openPostgres(database.url, { version, holder, onLost: () => {} })).close();
};
const query = (sql: string) => inDatabase<Record<string, unknown>>(database.url, sql);

test("a database that a newer platform has updated is refused with its version, and is not changed", async () => {
  await start("2.0.0");
  await query("insert into kysely_migration (name, timestamp) values ('9999-later', 'x')");
  const before = await query("select * from ownership");
  await expect(start("1.0.0")).rejects.toMatchObject({
    code: "store_newer",
    message: expect.stringContaining(
      "was updated by version 2.0.0 of the platform (9999-later), which version 1.0.0 does not know",
    ),
  });
  expect(await query("select * from ownership")).toEqual(before);
  expect(await query("select version from written_by")).toEqual([{ version: "2.0.0" }]);
});

test("the version that wrote last is noted", async () => {
  await start("1.0.0");
  await start("1.1.0");
  expect(await query("select version from written_by")).toEqual([{ version: "1.1.0" }]);
});

test("every text is compared by its bytes, whatever the database compares by", async () => {
  await start("1.0.0");
  const [{ locale } = { locale: "" }] = await query(
    "select daticulocale as locale from pg_database where datname = current_database()",
  );
  expect(locale).toBe("en-US");
  const others = await query(`select attrelid::regclass::text as table, attname as column from pg_attribute
    join pg_class on pg_class.oid = attrelid join pg_collation on pg_collation.oid = attcollation
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and collname <> 'C'
      and attrelid::regclass::text not in ('data_folder', 'kysely_migration', 'kysely_migration_lock', 'ownership_term')`);
  expect(others).toEqual([]);
});
