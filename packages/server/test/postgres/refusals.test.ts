import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { PostgresServer } from "../../../repo/src/drive/postgres.ts";
import { openPostgres } from "../../src/store/postgres/database.ts";

const password = "planted-refusal-canary";
let server: PostgresServer;
const dir = mkdtempSync(join(tmpdir(), "botyard-refusals-"));

beforeAll(async () => {
  server = await PostgresServer.start();
  await server.query("postgres", `create role carol login password '${password}'`);
  await server.query("postgres", "create database records owner carol");
  const file = join(server.dir, "data", "pg_hba.conf");
  writeFileSync(file, `host all carol all scram-sha-256\n${readFileSync(file, "utf8")}`);
  await server.query("postgres", "select pg_reload_conf()");
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await server?.close();
  rmSync(dir, { recursive: true });
});

const holder = { name: "a test", folder: "/data" };
const starts = async (url: string) => (await openPostgres(url, { holder, onLost: () => {} })).close();
/** Returns what a start with the URL is refused with. */
async function refused(url: string): Promise<string> {
  const why = await starts(url).then(
    () => expect.unreachable("It starts."),
    (error: Error) => error,
  );
  expect(why).toMatchObject({ code: "store_unusable" });
  expect(why.message).not.toContain(password);
  return why.message;
}
const urlOf = (database: string, more = "") => `postgres://carol@127.0.0.1:${server.port}/${database}${more}`;
const withPassword = (database: string, more = "") =>
  urlOf(database, more).replace("carol@", `carol:${password}@`);

function passwordFile(text: string, mode = 0o600): string {
  const file = join(dir, "pgpass");
  writeFileSync(file, text);
  chmodSync(file, mode);
  vi.stubEnv("PGPASSFILE", file);
  return file;
}

test("a password file without a line for the database is named, with the line that it lacks", async () => {
  const file = passwordFile(`127.0.0.1:${server.port}:another:carol:${password}\n`);
  const said = await refused(urlOf("records"));
  const line = `127.0.0.1:${server.port}:records:carol:PASSWORD`;
  expect(said).toContain(
    `asks for the password of the user carol. The password file ${file} has no line for it. Add the line ${line}.`,
  );
  passwordFile(line.replace("PASSWORD", password));
  await starts(urlOf("records"));
});

test("a password file that others may read is named, with its mode and the command that corrects it", async () => {
  const file = passwordFile(`*:*:*:carol:${password}\n`, 0o644);
  const said = await refused(urlOf("records"));
  expect(said).toContain(
    `The password file ${file} is ignored, because other users may access it (mode 0644).`,
  );
  execFileSync("sh", ["-c", /Allow only its owner to: (chmod .*)\.$/.exec(said)![1]!]);
  await starts(urlOf("records"));
});

test("a password file that does not exist is named, be it that of PGPASSFILE or the default", async () => {
  const line = `127.0.0.1:${server.port}:records:carol:PASSWORD.`;
  vi.stubEnv("PGPASSFILE", join(dir, "none"));
  expect(await refused(urlOf("records"))).toContain(
    `The password file ${join(dir, "none")}, which PGPASSFILE names, does not exist. Create it with the mode 0600 and the line ${line}`,
  );
  vi.stubEnv("PGPASSFILE", "");
  vi.stubEnv("HOME", dir);
  expect(await refused(urlOf("records"))).toContain(
    `or to the password file ${join(dir, ".pgpass")} with the mode 0600, as the line ${line}`,
  );
});

test("a password file is read if PGPASSWORD is empty", async () => {
  vi.stubEnv("PGPASSWORD", "");
  passwordFile(`*:*:*:carol:${password}\n`);
  await starts(urlOf("records"));
});

test("a database that does not exist may be mistyped", async () => {
  expect(await refused(withPassword("recrods"))).toContain(
    "has no database recrods. Check the name in PLATFORM_DATABASE_URL, or create the database: createdb ",
  );
});

test("the database of another user is not to be given away: a command creates one that can be used", async () => {
  const said = await refused(withPassword("postgres"));
  expect(said).toContain(
    "The user carol may not create tables in the database postgres, which belongs to another user. Create a database that belongs to it, and name that one in PLATFORM_DATABASE_URL: createdb ",
  );
  expect(said).not.toContain("alter database");
  const [command, ...args] = /: (createdb .*)\.$/.exec(said)![1]!.split(" ");
  execFileSync(command!, ["-h", "127.0.0.1", "-p", String(server.port), "-U", "postgres", ...args]);
  await starts(withPassword(args.at(-1)!));
  await server.query("postgres", "create database closed");
  await server.query("postgres", "revoke all on database closed from public");
  expect(await refused(withPassword("closed"))).toMatch(
    /may not use the database closed: permission denied .*Create a database that belongs to it/,
  );
});

test("an owner that may not create tables in its schema is told the statement that allows it", async () => {
  await server.query("postgres", "create database own owner carol");
  await server.query("own", "alter schema public owner to postgres");
  const said = await refused(withPassword("own"));
  await server.query("own", /Allow it: (grant .*)\.$/.exec(said)![1]!);
  await starts(withPassword("own"));
  expect(await refused(withPassword("own", "?options=-c%20search_path%3Dnone"))).toContain(
    "no schema of its search_path exists",
  );
});

test("without SSL at the server, the first advice is to turn it on, and the last to do without", async () => {
  const said = await refused(withPassword("records", "?sslmode=verify-full"));
  expect(said).toMatch(
    /has no SSL, which sslmode requires\. Turn it on at the server \(ssl = on, .*\); only on a network that you trust, leave sslmode out of PLATFORM_DATABASE_URL\.$/,
  );
});

test("options of PGOPTIONS reach the server, after those of the platform, and those of the URL in their place", async () => {
  vi.stubEnv("PGOPTIONS", "-c work_mem=9MB -c enable_bitmapscan=on");
  const settings = async (url: string) => {
    const store = await openPostgres(url, { holder, onLost: () => {} });
    const setting = async (name: string) =>
      (await sql<{ is: string }>`select current_setting(${name}) as is`.execute(store.soon.main)).rows[0]!.is;
    try {
      return [await setting("work_mem"), await setting("enable_bitmapscan")];
    } finally {
      await store.close();
    }
  };
  expect(await settings(withPassword("records"))).toEqual(["9MB", "on"]);
  expect(await settings(withPassword("records", "?options=-c%20work_mem%3D8MB"))).toEqual(["8MB", "off"]);
});
