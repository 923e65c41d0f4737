import pg from "pg";
import { StoreNewerError, StoreOlderError, StoreUnusableError } from "../unusable.ts";
import { PasswordMissingError } from "./config.ts";
import { migrationNames } from "./migrations/index.ts";
import { ownershipTables } from "./ownership-tables.ts";

export const oldestVersion = 14;

/** What a database must have: nothing, or the tables of this version already. */
export type Needs = "nothing" | "newest schema";

/**
 * Checks that a database can be used, before anything is changed in it, and makes the tables of its owner.
 * @throws {StoreUnusableError} why not
 * @throws {StoreNewerError} if a newer platform has updated it
 * @throws {StoreOlderError} if it needs the newest schema and has an earlier one
 */
export async function requireUsable(
  config: pg.ClientConfig,
  version: string,
  needs: Needs = "nothing",
): Promise<void> {
  const client = new pg.Client({ ...config, query_timeout: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<About>(`select current_setting('server_version_num')::int as number,
      current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only,
      current_database() as database, has_schema_privilege(current_schema(), 'create') as can_create`);
    const why = obstacle(rows[0]!);
    if (why) throw new StoreUnusableError(why);
    const { database } = rows[0]!;
    const missing = await requireKnown(client, database, version);
    if (needs === "newest schema") requireNewest(database, missing, version);
    await client.query(`begin; ${ownershipTables}; commit`);
  } catch (error) {
    if ([StoreUnusableError, StoreNewerError, StoreOlderError].some((kind) => error instanceof kind))
      throw error;
    throw new StoreUnusableError(reasonOf(error, client), error);
  } finally {
    await client.end().catch(() => {});
  }
}

interface About {
  number: number;
  version: string;
  encoding: string;
  is_standby: boolean;
  is_read_only: boolean;
  database: string;
  can_create: boolean | null;
}

function obstacle({
  number,
  version,
  encoding,
  is_standby,
  is_read_only,
  database,
  can_create,
}: About): string | undefined {
  if (number < oldestVersion * 10_000)
    return `The server has PostgreSQL ${version}. Use version ${oldestVersion} or a newer one`;
  if (encoding !== "UTF8")
    return `The database ${database} has the encoding ${encoding}. Create one with the encoding UTF8`;
  if (is_standby) return "The server is a standby, which cannot be written to. Name the primary server";
  if (is_read_only)
    return `The database ${database} is read-only for this user. Set default_transaction_read_only to off for it`;
  if (can_create !== true)
    return `The user may not create tables in the database ${database}. Make it the owner of the database`;
  return undefined;
}

/** Returns the migrations that a database has not had yet. */
async function requireKnown(client: pg.Client, database: string, version: string): Promise<string[]> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    "select to_regclass('kysely_migration') is not null and to_regclass('written_by') is not null as there",
  );
  if (!tables[0]!.there) return [...migrationNames];
  const { rows } = await client.query<{ name: string }>("select name from kysely_migration order by name");
  const done = rows.map(({ name }) => name);
  const unknown = done.filter((name) => !migrationNames.includes(name));
  if (unknown.length === 0) return migrationNames.filter((name) => !done.includes(name));
  const { rows: written } = await client.query<{ version: string }>("select version from written_by");
  throw new StoreNewerError(database, {
    ...{ unknown: unknown.join(", "), version },
    ...{ writer: written[0]?.version, copy: undefined },
  });
}

function requireNewest(database: string, missing: readonly string[], version: string): void {
  if (missing.length === migrationNames.length)
    throw new StoreUnusableError(`The database ${database} has no records of a platform. Check the name`);
  if (missing.length > 0) throw new StoreOlderError(database, version);
}

/** What went wrong and what to do about it. The messages of the server and of the library have no password. */
export function reasonOf(error: unknown, { host, port, user, database }: pg.Client): string {
  const { code = "", message = String(error) } = (error ?? {}) as { code?: string; message?: string };
  const server = `${host}:${port}`;
  if (["28P01", "28000"].includes(code))
    return `The server ${server} refused the user ${user}: ${message}. Check the user, the password and pg_hba.conf`;
  if (error instanceof PasswordMissingError)
    return `The server ${server} asks for the password of the user ${user}. Put it into the URL, PGPASSWORD or ~/.pgpass`;
  if (/CERT|SIGNATURE|TLS/.test(code) || /SSL/.test(message))
    return `The connection to the server ${server} cannot be encrypted: ${message}. Check sslmode and sslrootcert of the URL, and ssl of the server`;
  if (code === "3D000")
    return `The server ${server} has no database ${database}. Create it: createdb --encoding UTF8 --owner ${user} ${database}`;
  if (code === "53300")
    return `The server ${server} has no free connection: ${message}. Raise max_connections`;
  return `The server ${server} cannot be reached: ${message}. Check that it runs and listens there`;
}
