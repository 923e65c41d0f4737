import { sql } from "kysely";
import pg from "pg";
import { databaseOf } from "../../../repo/src/drive/test-database.ts";
import { openStorage, type StoreOptions, type TestedStorage } from "../../src/store/open.ts";
import type { Store } from "../../src/store/sql/store.ts";

/** Opens the store of a data folder on the engine that tests use: the same one when it is opened again. */
export async function openedStorage(dataDir: string, options: StoreOptions = {}): Promise<TestedStorage> {
  const url = await databaseOf(dataDir);
  const server = url && { url, holder: { name: "a test", folder: dataDir }, onLost: () => {} };
  return openStorage(dataDir, { ...options, ...(server && { server }) });
}

/** Does the same for tests of its verbs. */
export const opened = async (dataDir: string, options: StoreOptions = {}): Promise<Store> =>
  (await openedStorage(dataDir, options)).database;

/** Runs a statement that is no verb. */
export async function execute(store: Store, statement: string): Promise<void> {
  await sql.raw(statement).execute(store.ingest);
}

let asked = 0;
/** Counts the calls of a method that returns a promise. */
function count(of: object, name: string): void {
  const original = Reflect.get(of, name) as (...args: unknown[]) => unknown;
  const counted = function (this: unknown, ...args: unknown[]) {
    const answer = original.apply(this, args);
    if (!(answer instanceof Promise)) return answer;
    asked++;
    return answer.finally(() => asked--);
  };
  Object.assign(of, { [name]: counted });
}
count(pg.Client.prototype, "query");
count(pg.Pool.prototype, "query");
count(pg.Pool.prototype, "connect");

/** Whether a server has been asked for something that it has not answered. */
export const isWaiting = (): boolean => asked > 0;
