import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inDatabase, PostgresServer } from "./postgres.ts";

/** Which engine keeps the records of tests: that of their project in `vitest.config.ts`. */
export const engineOfTests = process.env.BOTYARD_TEST_STORE === "postgres" ? "postgres" : "sqlite";

/** Names the server for tests: as a superuser, with any database. */
const serverVariable = "BOTYARD_TEST_POSTGRES";

/** Starts the server that all tests of a run share, unless the environment names one. Returns what stops it. */
export async function startServerOfTests(): Promise<() => Promise<void>> {
  if (process.env[serverVariable]) return async () => {};
  const server = await PostgresServer.start();
  process.env[serverVariable] = server.url("postgres");
  return async () => {
    delete process.env[serverVariable];
    await server.close();
  };
}

/** Runs work while there is a server for tests. */
export async function withServer<T>(work: () => Promise<T>): Promise<T> {
  const stop = await startServerOfTests();
  try {
    return await work();
  } finally {
    await stop();
  }
}

/** The databases that this process has made. */
const made = new Map<string, { folder: string; hasBeen: boolean }>();

/**
 * Returns the URL of the database that keeps the records of a data folder, and makes it if it is missing; undefined if
 * SQLite does.
 */
export async function databaseOf(dataDir: string): Promise<string | undefined> {
  if (engineOfTests === "sqlite") return undefined;
  const server = process.env[serverVariable];
  if (!server) throw new Error(`Set ${serverVariable} to the URL of a PostgreSQL server.`);
  const name = `botyard_${createHash("sha256").update(dataDir).digest("hex").slice(0, 20)}`;
  if (!made.has(name)) {
    await dropUnused(server);
    await inDatabase(server, `create database ${name}`).catch((error) => {
      // By another process that uses the folder.
      if (error.code !== "42P04") throw error;
    });
    made.set(name, { folder: dataDir, hasBeen: false });
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops the databases of data folders that have been removed. */
async function dropUnused(server: string): Promise<void> {
  for (const [name, known] of made) {
    const isThere = existsSync(known.folder);
    if (!isThere && known.hasBeen) {
      made.delete(name);
      await inDatabase(server, `drop database if exists ${name} with (force)`);
    }
    known.hasBeen = isThere;
  }
}

/** The settings of a platform with which it keeps its records where tests have them. */
export async function storeOf(dataDir: string): Promise<{ PLATFORM_DATABASE_URL?: string }> {
  const url = await databaseOf(dataDir);
  return url === undefined ? {} : { PLATFORM_DATABASE_URL: url };
}

/** Returns everything that the store of a data folder has. */
export async function storedBytes(dataDir: string): Promise<Buffer> {
  const url = await databaseOf(dataDir);
  if (url === undefined) {
    const files = ["platform.db", "platform.db-wal"].map((name) => join(dataDir, name));
    return Buffer.concat(files.filter(existsSync).map((file) => readFileSync(file)));
  }
  const tables = await inDatabase<{ name: string }>(
    url,
    `select table_name as name from information_schema.tables
    where table_schema = current_schema()`,
  );
  const rows: string[] = [];
  for (const { name } of tables)
    for (const { row } of await inDatabase<{ row: string }>(url, `select t::text as row from "${name}" t`))
      rows.push(row);
  return Buffer.from(rows.join("\n"));
}
