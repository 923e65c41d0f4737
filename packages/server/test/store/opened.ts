import { createHash } from "node:crypto";
import { PostgresServer } from "../../../repo/src/drive/postgres.ts";
import { openPostgres } from "../../src/store/postgres/database.ts";
import type { Store } from "../../src/store/sql/store.ts";
import { openStore, type StoreOptions } from "../../src/store/sqlite/database.ts";

/** Which engine tests open: that of their project. */
export const engine = process.env.BOTYARD_TEST_STORE === "postgres" ? "postgres" : "sqlite";

let server: Promise<PostgresServer> | undefined;

/** Opens the store of a folder: the same one when it is opened again. */
export async function opened(dir: string, options: StoreOptions = {}): Promise<Store> {
  if (engine === "sqlite") return openStore(dir, options);
  const { quotas, version, log } = options;
  const store = await openPostgres(await databaseOf(dir), {
    ...{ holder: { name: "a test", folder: dir }, onLost: () => {} },
    ...{ ...(quotas && { quotas }), ...(version && { version }), ...(log && { log }) },
  });
  return { ...store.patient, close: () => store.close() };
}

/** Returns the URL of the PostgreSQL database of a folder, which is created if there is none. */
export async function databaseOf(dir: string): Promise<string> {
  server ??= PostgresServer.start();
  const one = await server;
  const name = `t${createHash("sha256").update(dir).digest("hex").slice(0, 20)}`;
  await one.query("postgres", `create database ${name}`).catch((error) => {
    if (error.code !== "42P04") throw error;
  });
  return one.url(name);
}

process.once("exit", () => void server?.then((one) => one.close()));
