import pg from "pg";
import type { Incomplete } from "../unusable.ts";
import { StoreUnusableError } from "../unusable.ts";
import { configOf } from "./config.ts";
import { foreignTables } from "./foreign-tables.ts";
import { instant } from "./instant.ts";
import { migrationNames } from "./migrations/index.ts";
import { creatingOwn, reasonOf } from "./refusals.ts";
import { oldestVersion } from "./server.ts";

/** What a database is like, for those who look after it. */
export interface DatabaseFacts {
  /** Host and port. */
  server: string;
  database: string;
  user: string;
  version: string;
  /** Whether the platform can use this version. */
  isSupported: boolean;
  /** Of a statement that does nothing, in milliseconds; the median of several. */
  roundTripMs: number;
  isSuperuser: boolean;
  mayCreateTables: boolean;
  ownsDatabase: boolean;
  /** Creates a database that the user owns. */
  creatingOwn: string;
  encoding: string;
  /** The rules by which the database compares texts; those of the platform are compared by their bytes. */
  collation: string;
  isStandby: boolean;
  isReadOnly: boolean;
  /** Connections that this user can still make. */
  freeConnections: number;
  /** Connections of this user that are of a platform. */
  ownConnections: number;
  schema: {
    /** The newest migration; absent if there are no tables yet. */
    newest?: string;
    /** Version of the platform that updated it last. */
    writtenBy?: string;
    /** Migrations that the platform will do, and those that it does not know. */
    missing: string[];
    unknown: string[];
    /** Tables of another application that the platform would need for itself. */
    foreign: string[];
  };
  /** A copy into it that was not completed. */
  incomplete?: Incomplete;
  /** The process that owns the records now. */
  owner?: { holder: string; since: string };
}

const times = 5;

/**
 * Looks at a database. Changes nothing in it.
 * @throws {StoreUnusableError} if the server or the database cannot be reached
 */
export async function examine(url: string): Promise<DatabaseFacts> {
  const client = new pg.Client({ ...configOf(url), query_timeout: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const one = async <Row extends pg.QueryResultRow>(sql: string) => (await client.query<Row>(sql)).rows[0];
    const { number, ...about } = (await one<About>(aboutSql))!;
    const roundTripMs = await roundTrip(client);
    const schema = await schemaIn(client);
    const owner = await ifThere(client, "ownership_term", () =>
      one<{ holder: string; since: string }>(
        `select holder, ${instant("since")} as since from ownership_term where until > now()`,
      ),
    );
    const incomplete = await ifThere(client, "incomplete_copy", () =>
      one<Incomplete>("select source, begun_at from incomplete_copy"),
    );
    return {
      ...about,
      ...{ server: `${client.host}:${client.port}`, isSupported: number >= oldestVersion * 10_000 },
      ...{ roundTripMs, schema, creatingOwn: creatingOwn(about.user, about.database) },
      ...(owner && { owner }),
      ...(incomplete && { incomplete }),
    };
  } catch (error) {
    throw new StoreUnusableError(reasonOf(error, client), error);
  } finally {
    await client.end().catch(() => {});
  }
}

type About = Omit<
  DatabaseFacts,
  "server" | "isSupported" | "roundTripMs" | "creatingOwn" | "schema" | "owner" | "incomplete"
> & {
  number: number;
};

// Setting `reserved_connections` is of version 16 and newer. A limit of -1 is none.
const aboutSql = `select current_database() as database, current_user as user,
  current_setting('server_version') as version, current_setting('server_version_num')::int as number,
  r.rolsuper as "isSuperuser",
  coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateTables",
  pg_has_role(current_user, d.datdba, 'usage') as "ownsDatabase",
  current_setting('server_encoding') as encoding,
  coalesce((to_jsonb(d) ->> 'daticulocale'), (to_jsonb(d) ->> 'datlocale'), d.datcollate) as collation,
  pg_is_in_recovery() as "isStandby",
  current_setting('transaction_read_only') = 'on' as "isReadOnly",
  least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) - a.used,
    case when d.datconnlimit < 0 then null else d.datconnlimit - a.here end,
    case when r.rolconnlimit < 0 then null else r.rolconnlimit - a.own end
  )::int + 1 as "freeConnections",
  a.platform::int as "ownConnections"
  from pg_database d, pg_roles r,
    (select count(*) as used, count(*) filter (where datname = current_database()) as here,
        count(*) filter (where usename = current_user) as own,
        count(*) filter (where usename = current_user and datname = current_database()
          and application_name = 'botyard' and pid <> pg_backend_pid()) as platform
      from pg_stat_activity where backend_type = 'client backend') as a
  where d.datname = current_database() and r.rolname = current_user`;

async function roundTrip(client: pg.Client): Promise<number> {
  const took: number[] = [];
  for (let at = 0; at < times; at++) {
    const began = performance.now();
    await client.query("select 1");
    took.push(performance.now() - began);
  }
  return took.sort((one, other) => one - other)[Math.floor(times / 2)]!;
}

async function schemaIn(client: pg.Client): Promise<DatabaseFacts["schema"]> {
  const rows = await ifThere(
    client,
    "kysely_migration",
    async () =>
      (await client.query<{ name: string }>("select name from kysely_migration order by name")).rows,
  );
  const done = (rows ?? []).map(({ name }) => name);
  const written = await ifThere(
    client,
    "written_by",
    async () => (await client.query<{ version: string }>("select version from written_by")).rows[0],
  );
  const newest = done.at(-1);
  return {
    ...(newest !== undefined && { newest }),
    ...(written && { writtenBy: written.version }),
    missing: migrationNames.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !migrationNames.includes(name)),
    foreign: await foreignTables(client),
  };
}

async function ifThere<T>(client: pg.Client, table: string, read: () => Promise<T>): Promise<T | undefined> {
  const { rows } = await client.query<{ is: boolean }>("select to_regclass($1) is not null as is", [table]);
  return rows[0]!.is ? read() : undefined;
}
