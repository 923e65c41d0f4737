import { createHash } from "node:crypto";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { FastifyInstance } from "fastify";

/** Writes a database with the table of API keys that the platform has, and this key in it. */
export function keysFile(folder: string, key: string): string {
  const file = join(folder, "keys.db");
  const database = new Sqlite(file);
  database.pragma("journal_mode = wal");
  database.exec(`create table api_keys (id text primary key, owner_id text not null, name text not null,
    hash text not null unique, created_at text not null, revoked_at text)`);
  database
    .prepare("insert into api_keys values ('k', 'usr_bench', 'bench', ?, ?, null)")
    .run(hashOf(key), new Date().toISOString());
  database.close();
  return file;
}

/** Makes a bare server look up API keys in such a database. */
export function checkKeys(app: FastifyInstance, file: string): void {
  const database = new Sqlite(file, { readonly: true });
  const find = database.prepare("select owner_id from api_keys where hash = ? and revoked_at is null");
  app.addHook("onRequest", async ({ headers }, reply) => {
    const [, key = ""] = /^ApiKey (\S+)$/.exec(headers.authorization ?? "") ?? [];
    if (find.get(hashOf(key)) === undefined) await reply.code(401).send({ code: "api_key_invalid" });
  });
}

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");
