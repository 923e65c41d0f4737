import fc from "fast-check";
import pg from "pg";
import { expect, test } from "vitest";
import { inDatabase } from "../../../repo/src/drive/postgres.ts";
import { storedValue, textOf } from "../../src/store/postgres/text.ts";
import { types } from "../../src/store/postgres/types.ts";
import { freshDatabase } from "./fresh-database.ts";

test("a count is a number, and one that JavaScript cannot hold exactly is refused", async () => {
  const database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url, types });
  await client.connect();
  try {
    const one = async (sql: string) => (await client.query(sql)).rows[0].n;
    expect(await one("select count(*) as n from pg_class where false")).toBe(0);
    expect(await one("select sum(n)::numeric as n from (values (1::bigint), (2)) as v (n)")).toBe(3);
    expect(await one("select 9007199254740991::bigint as n")).toBe(Number.MAX_SAFE_INTEGER);
    await expect(one("select 9007199254740992::bigint as n")).rejects.toThrow(
      "The database returned 9007199254740992, which is above 2^53.",
    );
  } finally {
    await client.end();
    database.drop();
  }
});

test("every text is stored and read back as it is, also with characters that PostgreSQL has not", async () => {
  const database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url, types });
  await client.connect();
  const character = fc.oneof(fc.constantFrom("\0", "\uFDD0", "0", "\n"), fc.string({ unit: "grapheme" }));
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(character, { maxLength: 8 }), async (characters) => {
        const text = characters.join("");
        expect(textOf(storedValue(text) as string)).toBe(text);
        expect((await client.query("select $1::text as n", [storedValue(text)])).rows[0].n).toBe(text);
        expect(
          (await client.query("select $1::text[] as n", [storedValue([text, "b"])])).rows[0].n.length,
        ).toBe(2);
      }),
      { numRuns: 200 },
    );
    await expect(inDatabase(database.url, "select 'a\0b'")).rejects.toThrow();
  } finally {
    await client.end();
    database.drop();
  }
});
