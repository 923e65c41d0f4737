import pg from "pg";
import { StoreNewerError, StoreOlderError, StoreUnusableError } from "../unusable.ts";
import { textOf } from "./errors.ts";
import { requireNoForeign } from "./foreign-tables.ts";
import { migrationNames } from "./migrations/index.ts";
import { ownershipTables } from "./ownership-tables.ts";
import { creating, refusalOfStart, useOwn } from "./refusals.ts";

export const oldestVersion = 14;

/** What a database must have: nothing, or the tables of this version already. */
export type Needs = "nothing" | "newest schema";

/**
 * Checks that a database can be used, before anything is changed in it, and makes the tables of its owner.
 * @returns the client, which is closed: it knows the place of the server
 * @throws {StoreUnusableError} why not
 * @throws {StoreNewerError} if a newer platform has updated it
 * @throws {StoreOlderError} if it needs the newest schema and has an earlier one
 */
export async function requireUsable(
  config: pg.ClientConfig,
  version: string,
  needs: Needs = "nothing",
): Promise<pg.Client> {
  const client = clientOf(config);
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<About>(`select current_setting('server_version_num')::int as number,
      current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only,
      current_database() as database, current_user as user, has_schema_privilege(current_schema(), 'create') as can_create,
      current_schema() as schema, pg_has_role(current_user, datdba, 'usage') as is_owner
      from pg_database where datname = current_database()`);
    const why = obstacle(rows[0]!);
    if (why) throw new StoreUnusableError(why);
    const { database, user } = rows[0]!;
    await requireNoForeign(client, database, user);
    const missing = await requireKnown(client, database, version);
    if (needs === "newest schema") requireNewest(database, missing, version);
    await client.query(`begin; ${ownershipTables}; commit`);
    return client;
  } catch (error) {
    throw refusalOfStart(error, client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** @throws {StoreUnusableError} if the URL names a file that cannot be read, or has a part that cannot */
function clientOf(config: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client({ ...config, query_timeout: 10_000 });
  } catch (error) {
    throw new StoreUnusableError(`PLATFORM_DATABASE_URL cannot be used: ${textOf(error)}. Correct it`, error);
  }
}

interface About {
  number: number;
  version: string;
  encoding: string;
  is_standby: boolean;
  is_read_only: boolean;
  database: string;
  user: string;
  can_create: boolean | null;
  schema: string | null;
  is_owner: boolean;
}

function obstacle(about: About): string | undefined {
  const { number, version, encoding, is_standby, is_read_only, database, user } = about;
  if (number < oldestVersion * 10_000)
    return `The server has PostgreSQL ${version}. Use version ${oldestVersion} or a newer one`;
  if (encoding !== "UTF8")
    return `The database ${database} has the encoding ${encoding}. Create one with the encoding UTF8: ${creating(user, "DATABASE")}`;
  if (is_standby) return "The server is a standby, which cannot be written to. Name the primary server";
  if (is_read_only)
    return `The database ${database} is read-only for the user ${user}. Allow it to write: alter database ${database} set default_transaction_read_only to off`;
  if (about.can_create === true) return undefined;
  const refused = `The user ${user} may not create tables in the database ${database}`;
  if (!about.is_owner) return `${refused}, which belongs to another user. ${useOwn(user, database)}`;
  if (about.schema === null)
    return `${refused}: no schema of its search_path exists. Create one, or reset search_path`;
  return `${refused}. Allow it: grant create on schema ${about.schema} to ${user}`;
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
