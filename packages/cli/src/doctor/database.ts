import type { Examined } from "@botyard/server/store";
import type { Context } from "../context.ts";
import { clean } from "../output/clean.ts";
import { dataDir } from "../profile/place.ts";
import type { Check } from "./check.ts";

/** Above this, in milliseconds, the round trips of a write are noticed. */
const slowMs = 10;

/** Checks the PostgreSQL database of the environment; none if it names none. */
export async function databaseChecks(context: Context): Promise<Check[]> {
  const { env } = context;
  if (!env.PLATFORM_DATABASE_URL) return [];
  const { examineDatabase, hasOwnRecords } = await import("@botyard/server/store");
  const folder = dataDir(env, context.clone, undefined, context.cwd);
  const before = hasOwnRecords(folder) ? [otherRecords(folder)] : [];
  try {
    const found = (await examineDatabase(env))!;
    const checks = [server, roundTrip, writes, privileges, encoding, connections, schema, owner];
    return [...before, ...checks.map((check) => check(found))];
  } catch (error) {
    return [...before, { name: "database", state: "problem", says: clean((error as Error).message) }];
  }
}

function otherRecords(folder: string): Check {
  return {
    name: "database of the data folder",
    state: "warning",
    says: `PLATFORM_DATABASE_URL is set, but the records of ${clean(folder)} are in its platform.db; a platform that runs there does not use PostgreSQL, and none starts there with PLATFORM_DATABASE_URL`,
    next: `unset PLATFORM_DATABASE_URL, or stop the platform and copy the records: platform store copy --from sqlite:${clean(folder)} --to postgres://USER@HOST/DATABASE`,
  };
}

function server({ server, database, user, version, isSupported }: Examined): Check {
  const name = "database";
  const says = `PostgreSQL ${version} at ${server}, database ${database}, user ${user}`;
  if (isSupported) return { name, state: "ok", says };
  return { name, state: "problem", says, next: "update the server to PostgreSQL 14 or newer" };
}

function roundTrip({ roundTripMs }: Examined): Check {
  const name = "database round trip";
  const says = `${roundTripMs.toFixed(1)} ms`;
  if (roundTripMs <= slowMs) return { name, state: "ok", says };
  return {
    name,
    state: "warning",
    says: `${says}; each write takes several`,
    next: "run the platform near the server",
  };
}

function writes({ isStandby, isReadOnly, database }: Examined): Check {
  const name = "database writes";
  if (isStandby)
    return {
      ...{ name, state: "problem", says: "the server is a standby, which cannot be written to" },
      next: "PLATFORM_DATABASE_URL with the primary server",
    };
  if (isReadOnly)
    return {
      ...{ name, state: "problem", says: `the database ${database} is read-only for this user` },
      next: `alter database ${database} set default_transaction_read_only = off`,
    };
  return { name, state: "ok", says: "the server is a primary, and the database can be written to" };
}

function privileges(found: Examined): Check {
  const { mayCreateTables, ownsDatabase, creatingOwn, isSuperuser, user, database } = found;
  const name = "database privileges";
  if (!mayCreateTables)
    return {
      ...{ name, state: "problem", says: `${user} may not create tables in the database ${database}` },
      next: ownsDatabase
        ? `grant create on schema public to ${user}, or correct its search_path`
        : `${creatingOwn}, and PLATFORM_DATABASE_URL with that database`,
    };
  if (isSuperuser)
    return {
      ...{
        name,
        state: "warning",
        says: `${user} is a superuser; the platform needs only a database of its own`,
      },
      next: `a role without privileges that owns the database ${database}`,
    };
  return { name, state: "ok", says: `${user} may create tables, and is no superuser` };
}

function encoding({ encoding, collation, database, user }: Examined): Check {
  const name = "database encoding";
  const says = `${encoding}, collation ${collation}; the platform does not depend on the collation`;
  if (encoding === "UTF8") return { name, state: "ok", says };
  return {
    ...{ name, state: "problem", says: `${encoding}; the platform needs UTF8` },
    next: `createdb --encoding UTF8 --template template0 --owner ${user} ${database}_utf8`,
  };
}

function connections({ freeConnections, ownConnections, neededConnections }: Examined): Check {
  const name = "database connections";
  const wanted = Math.max(0, neededConnections - ownConnections);
  const has = ownConnections > 0 ? `, and has ${ownConnections}` : "";
  const says = `${freeConnections} are free; the platform makes up to ${neededConnections}${has}`;
  if (freeConnections >= wanted) return { name, state: "ok", says };
  return {
    ...{ name, state: freeConnections > 0 ? "warning" : "problem", says },
    next: "raise max_connections, or lower PLATFORM_DATABASE_CONNECTIONS",
  };
}

function schema({ schema, incomplete, creatingOwn }: Examined): Check {
  const { newest, writtenBy, missing, unknown, foreign } = schema;
  const name = "database schema";
  if (foreign.length > 0)
    return {
      ...{ name, state: "problem", says: `tables of another application: ${foreign.join(", ")}` },
      next: `${creatingOwn}, and PLATFORM_DATABASE_URL with that database`,
    };
  if (incomplete)
    return {
      ...{ name, state: "problem", says: `an incomplete copy of ${clean(incomplete.source)}` },
      next: "repeat that platform store copy, with the option --again",
    };
  if (newest === undefined) return { name, state: "ok", says: "no tables yet; the first start creates them" };
  const by = writtenBy === undefined ? newest : `${newest}, by version ${writtenBy}`;
  if (unknown.length > 0)
    return {
      ...{ name, state: "problem", says: `${by}, which this version does not know` },
      next: "start the version that wrote it, or a newer one",
    };
  if (missing.length > 0)
    return { name, state: "ok", says: `${by}; the next start updates it to ${missing.at(-1)}` };
  return { name, state: "ok", says: by };
}

function owner({ owner }: Examined): Check {
  const name = "database owner";
  if (!owner) return { name, state: "ok", says: "no platform uses it now" };
  return { name, state: "ok", says: `${clean(owner.holder)}, since ${owner.since}` };
}
