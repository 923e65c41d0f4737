import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PostgresServer, postgresVersion } from "../../../repo/src/drive/postgres.ts";
import { platform, temporary } from "../platform.ts";

interface Check {
  name: string;
  state: string;
  says: string;
  next?: string;
}

const password = "planted-doctor-canary";

async function checks(PLATFORM_DATABASE_URL: string, more: Record<string, string> = {}): Promise<Check[]> {
  const { stdout, stderr } = await platform(["doctor", "--json"], {
    env: { PLATFORM_DATABASE_URL, PLATFORM_DATA_DIR: temporary(), ...more },
  });
  expect(stdout + stderr).not.toContain(password);
  const { items } = JSON.parse(stdout) as { items: Check[] };
  return items.filter(({ name }) => name.startsWith("database"));
}
const states = (found: readonly Check[]) => Object.fromEntries(found.map(({ name, state }) => [name, state]));
const says = (found: readonly Check[], name: string) => found.find((check) => check.name === name)!;

describe.skipIf(postgresVersion() === undefined)("platform doctor with PLATFORM_DATABASE_URL", () => {
  let server: PostgresServer;
  const url = (database: string) => `postgres://carol:${password}@127.0.0.1:${server.port}/${database}`;
  beforeAll(async () => {
    server = await PostgresServer.start();
    await server.query("postgres", `create role carol login password '${password}'`);
    for (const name of ["fine", "limited", "shared"])
      await server.query("postgres", `create database ${name} owner carol`);
    await server.query("postgres", "create database theirs");
    await server.query(
      "postgres",
      "create database latin encoding 'LATIN1' locale 'C' locale_provider libc template template0",
    );
  });
  afterAll(() => server?.close());

  test("says of a database that can be used its version, round trip, privileges, encoding, connections, schema and owner", async () => {
    const found = await checks(url("fine"));
    // How long a round trip takes depends on what else the machine does.
    const others = found.filter(({ name }) => name !== "database round trip");
    expect(others.map(({ state }) => state)).toEqual(others.map(() => "ok"));
    expect(found.map(({ name, says }) => [name, says])).toEqual([
      [
        "database",
        expect.stringMatching(/^PostgreSQL 1\d\.\d+.* at 127\.0\.0\.1:\d+, database fine, user carol$/),
      ],
      ["database round trip", expect.stringMatching(/^\d+\.\d ms/)],
      ["database writes", "the server is a primary, and the database can be written to"],
      ["database privileges", "carol may create tables, and is no superuser"],
      ["database encoding", "UTF8, collation en-US; the platform does not depend on the collation"],
      ["database connections", expect.stringMatching(/^\d+ are free; the platform makes up to 11$/)],
      ["database schema", "no tables yet; the first start creates them"],
      ["database owner", "no platform uses it now"],
    ]);
    expect(await server.query("fine", "select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
  });

  test("warns of a superuser, and of fewer connections than the platform makes", async () => {
    const found = await checks(server.url("fine"), { PLATFORM_DATABASE_CONNECTIONS: "1000" });
    expect(states(found)).toMatchObject({
      "database privileges": "warning",
      "database connections": "warning",
    });
    await server.query("postgres", "alter database limited connection limit 4");
    expect(says(await checks(url("limited")), "database connections")).toMatchObject({
      state: "warning",
      says: "4 are free; the platform makes up to 11",
    });
  });

  test("names as a problem what keeps the platform from starting", async () => {
    expect(says(await checks(url("theirs")), "database privileges")).toMatchObject({
      state: "problem",
      says: "carol may not create tables in the database theirs",
      next: "createdb --template template0 --encoding UTF8 --owner carol botyard, and PLATFORM_DATABASE_URL with that database",
    });
    expect(states(await checks(url("latin")))).toMatchObject({ "database encoding": "problem" });
    await server.query("shared", "create table users (name text)");
    expect(says(await checks(url("shared")), "database schema")).toMatchObject({
      state: "problem",
      says: "tables of another application: users",
    });
    await server.query("postgres", "alter database fine set default_transaction_read_only = on");
    expect(states(await checks(url("fine")))).toMatchObject({ "database writes": "problem" });
    await server.query("postgres", "alter database fine reset default_transaction_read_only");
    await server.query(
      "fine",
      "create table incomplete_copy as select 'the data folder /x' as source, 'now' as begun_at; alter table incomplete_copy owner to carol",
    );
    expect(says(await checks(url("fine")), "database schema")).toMatchObject({
      state: "problem",
      says: "an incomplete copy of the data folder /x",
    });
  });

  test("warns that the data folder has records of its own, which a platform there uses instead", async () => {
    const data = temporary();
    writeFileSync(join(data, "platform.db"), "records");
    const name = "database of the data folder";
    for (const at of [url("fine"), "postgres://carol@127.0.0.1:1/x"])
      expect(says(await checks(at, { PLATFORM_DATA_DIR: data }), name)).toMatchObject({
        state: "warning",
        says: expect.stringContaining(
          `PLATFORM_DATABASE_URL is set, but the records of ${data} are in its platform.db`,
        ),
        next: expect.stringContaining(`platform store copy --from sqlite:${data}`),
      });
    writeFileSync(join(data, "store.json"), "{}");
    expect(says(await checks(url("fine"), { PLATFORM_DATA_DIR: data }), name)).toBeUndefined();
  });

  test("has one line for a server that cannot be used, and says nothing without a database", async () => {
    const hba = join(server.dir, "data", "pg_hba.conf");
    writeFileSync(hba, "host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n");
    await server.query("postgres", "select pg_reload_conf()");
    const wrong = url("fine").replace(password, `${password}x`);
    for (const [at, what] of [
      [wrong, "refused the user carol"],
      [`${server.url("none")}`, "has no database none"],
      ["postgres://carol@127.0.0.1:1/x", "cannot be reached"],
      [`${url("fine")}?sslmode=verify-full`, "has no SSL"],
      [`${url("fine")}?sslmode=verify-full&sslrootcert=/no/ca.pem`, "The file /no/ca.pem"],
      ["nothing", "PLATFORM_DATABASE_URL is not the URL"],
    ] as const)
      expect(await checks(at)).toEqual([
        { name: "database", state: "problem", says: expect.stringContaining(what) },
      ]);
    expect(await checks("")).toEqual([]);
  });
});
