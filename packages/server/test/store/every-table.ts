import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { openStore } from "../../src/store/sqlite/database.ts";

/** Texts that engines store or send in different ways. */
const hard = [
  "",
  "plain",
  "a\0b\0",
  "\uFDD0\uFDD00\uFDD0",
  `{"quoted":"\\\\ \\" ' , {}"}`,
  "NULL",
  "null",
  "Zürich, 東京, 👋",
  " \t\r\n ",
];
interface Column {
  name: string;
  type: string;
  notnull: 0 | 1;
  /** Its place in the primary key, from 1. */
  pk: number;
}

const most = 2n ** 53n - 1n;

/**
 * Makes a data folder with records in every table, whose texts and numbers are hard to copy.
 * @param rows of the logs
 */
export async function everyTable(dataDir: string, rows: number): Promise<void> {
  await (await openStore(dataDir, { version: "0.0.7" })).close();
  const database = new Sqlite(join(dataDir, "platform.db"));
  database.pragma("foreign_keys = on");
  const known: Record<string, string> = { owner_id: "usr_1", user_id: "usr_1", bot_id: "bot_1" };
  const fill = (table: string, count: number, more: Record<string, unknown> = {}) => {
    const columns = database.pragma(`table_info(${table})`) as Column[];
    const insert = database.prepare(
      `insert into ${table} (${columns.map(({ name }) => name)}) values (${columns.map(() => "?")})`,
    );
    for (let at = 0; at < count; at++)
      insert.run(
        ...columns.map(({ name, type, notnull, pk }, column) => {
          if (name in more) return more[name];
          if (known[name] !== undefined) return known[name];
          if (!notnull && pk === 0 && (at + column) % 3 === 0) return null;
          if (type.toLowerCase() !== "text") return at === 1 ? most : BigInt(at);
          return `${hard[(at + column) % hard.length]}${at}`;
        }),
      );
  };
  database.transaction(() => {
    fill("users", 1, { id: "usr_1", name: "first" });
    fill("users", hard.length);
    fill("custom_bot_versions", 1, { name: "trader", version: "1.0.0" });
    fill("custom_bot_versions", hard.length);
    fill("bots", 1, { id: "bot_1", name: "first", custom_bot: "trader", version: "1.0.0" });
    fill("bots", hard.length, { custom_bot: "trader", version: "1.0.0" });
    const others = database
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'kysely%'")
      .pluck()
      .all() as string[];
    for (const table of others) {
      if (["users", "custom_bot_versions", "bots", "written_by", "log_lines"].includes(table)) continue;
      const isOne = ["bot_disk", "sequences"].includes(table);
      fill(table, isOne ? 1 : hard.length);
    }
    fill("log_lines", rows);
  })();
  database.close();
}
