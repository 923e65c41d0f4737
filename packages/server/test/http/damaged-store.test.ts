import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { refusalOf } from "../../src/doors/http/problems.ts";
import { caught } from "../caught.ts";

test("a request that meets a damaged database is refused by a sentence that names the file", () => {
  const dir = mkdtempSync(join(tmpdir(), "botyard-damaged-"));
  const file = join(dir, "platform.db");
  try {
    writeFileSync(file, "something else ".repeat(1_000));
    const database = new Sqlite(file);
    const error = caught(() => database.prepare("select * from bots").all());
    database.close();
    expect(refusalOf(error)).toMatchObject({
      code: "store_unavailable",
      message: "The database cannot be used: platform.db is damaged: it is not a database.",
    });
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test("an error in a statement is the platform's own and is not blamed on the database", () => {
  const database = new Sqlite(":memory:");
  database.exec("create table bots (id text primary key); insert into bots values ('a')");
  expect(refusalOf(caught(() => database.exec("insert into bots values ('a')"))).code).toBe("internal_error");
  expect(refusalOf(caught(() => database.exec("select * from none"))).code).toBe("internal_error");
});
