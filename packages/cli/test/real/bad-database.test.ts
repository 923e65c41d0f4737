import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../../repo/src/drive/platform.ts";
import { user as owner, PostgresServer, postgresVersion } from "../../../repo/src/drive/postgres.ts";
import { Wire } from "../../../repo/src/drive/wire.ts";
import { afterThisTest, type Ended, ended, says, start, temporary } from "../platform.ts";
import { isolationOptions } from "./served.ts";

/** Has characters that a URL must have encoded. */
const password = "planted/p@ss#w?rd%";
const encoded = encodeURIComponent(password);
/** A start that takes longer hangs. */
const hangsMs = 60_000;

const serve = async (url: string, env: Record<string, string> = {}) => {
  const data = join(temporary(), "data");
  const options = ["--port", "0", "--data-dir", data, ...(await isolationOptions(data))];
  return start(["serve", "--verbose", ...options], { env: { PLATFORM_DATABASE_URL: url, ...env } });
};

/** Starts a platform that must not start. Returns what it says. */
async function refused(url: string, env?: Record<string, string>): Promise<string> {
  const child = await serve(url, env);
  const cancel = new AbortController();
  const hangs = pause(hangsMs, undefined, { signal: cancel.signal }).then(() => {
    child.kill("SIGKILL");
    throw new Error("The start hangs.");
  });
  const argv = argumentsOf(child.pid!);
  const { code, stdout, stderr } = await Promise.race([ended(child), hangs]).finally(() => {
    hangs.catch(() => {});
    cancel.abort();
  });
  expect({ code: code !== 0 && code !== null, stdout }, stderr).toEqual({ code: true, stdout: "" });
  for (const text of [argv, stderr]) expectNoPassword(text);
  const errors = stderr.split("\n").filter((line) => line.startsWith("error: "));
  expect(errors, stderr).toHaveLength(1);
  expect(errors[0]).toMatch(/\.$/);
  return errors[0]!;
}

/** Starts a platform that must start, and stops it. */
async function starts(url: string, env?: Record<string, string>): Promise<void> {
  const child = await serve(url, env);
  const told: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => told.push(String(chunk)));
  const end: Promise<Ended> = ended(child);
  const failed = end.then(({ stderr }) => {
    throw new Error(`The platform did not start: ${stderr}`);
  });
  failed.catch(() => {});
  const base = /http:\/\/127\.0\.0\.1:\d+/.exec(
    await Promise.race([says(child, "stdout", /platform: +http\S+\n/), failed]),
  )![0];
  for (const path of ["/healthz", "/readyz", "/openapi.json"])
    expectNoPassword(await (await fetch(`${base}${path}`)).text());
  expectNoPassword(argumentsOf(child.pid!));
  child.kill("SIGTERM");
  await end;
  expectNoPassword(told.join(""));
}

function expectNoPassword(text: string): void {
  for (const form of [password, encoded, "planted"]) expect(text).not.toContain(form);
}

/** The arguments of a process and of those that it has started. */
function argumentsOf(pid: number): string {
  const read = (name: string, file: string) => {
    try {
      return readFileSync(`/proc/${name}/${file}`, "latin1");
    } catch {
      return "";
    }
  };
  const children = readdirSync("/proc").filter((name) =>
    new RegExp(`^PPid:\\s+${pid}$`, "m").test(/^\d+$/.test(name) ? read(name, "status") : ""),
  );
  return [String(pid), ...children].map((name) => read(name, "cmdline")).join("\n");
}

test("a database URL that is malformed is refused without its text", async () => {
  for (const url of [
    `postgres://bot:${password}@127.0.0.1/records`,
    "postgres://bot:planted%E0%A4@127.0.0.1/records",
  ])
    expect(await refused(url)).toMatch(
      /^error: PLATFORM_DATABASE_URL is not the URL of a PostgreSQL database\. Use postgres:\/\//,
    );
});

test("a number of connections that is out of range is refused with the range", async () => {
  for (const connections of ["1", "1001", "ten"])
    expect(
      await refused(`postgres://bot:${encoded}@127.0.0.1/records`, {
        PLATFORM_DATABASE_CONNECTIONS: connections,
      }),
    ).toContain(
      `PLATFORM_DATABASE_CONNECTIONS is "${connections}"; it must be a number (connections), 2 to 1000.`,
    );
});

test("a host that is not known, and a port at which nothing listens, are named", async () => {
  expect(await refused(`postgres://bot:${encoded}@none.invalid/records`)).toMatch(
    /The host none\.invalid is not known: .*Check the host/,
  );
  const port = await freePort();
  expect(await refused(`postgres://bot:${encoded}@127.0.0.1:${port}/records`)).toMatch(
    new RegExp(`The server 127.0.0.1:${port} cannot be reached: .*ECONNREFUSED.*Check that it runs`),
  );
  expect(await refused(`postgres://bot:${encoded}@%2Fnowhere/records`)).toMatch(
    /The server \/nowhere:5432 cannot be reached: .*ENOENT.*Check that it runs/,
  );
});

test("a file of a certificate that cannot be read is named", async () => {
  expect(
    await refused(`postgres://bot:${encoded}@127.0.0.1/records?sslmode=verify-full&sslrootcert=/none.crt`),
  ).toMatch(
    /The file \/none\.crt, which the URL of the database names, cannot be read \(ENOENT\)\. Check sslrootcert/,
  );
});

test("a server that accepts connections and says nothing is given up", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  afterThisTest(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  expect(await refused(`postgres://bot:${encoded}@127.0.0.1:${port}/records`)).toMatch(/cannot be reached: /);
});

test("a server that is too old is refused by its version", async () => {
  const server = await serverOf("9.6.24", 90_624);
  afterThisTest(() => server.close());
  const { port } = server.address() as AddressInfo;
  expect(await refused(`postgres://bot:${encoded}@127.0.0.1:${port}/records`)).toMatch(
    /The server has PostgreSQL 9\.6\.24\. Use version 14 or a newer one\./,
  );
});

/** A server that says only which version it has. Older ones are not packaged any more. */
async function serverOf(version: string, number: number): Promise<Server> {
  const message = (kind: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(kind), length, body]);
  };
  const int = (bytes: number, value: number) => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeIntBE(value, 0, bytes);
    return buffer;
  };
  const text = (value: string) => Buffer.from(`${value}\0`);
  const idle = message("Z", Buffer.from("I"));
  const row = {
    ...{ number: String(number), version, encoding: "UTF8", is_standby: "f", is_read_only: "f" },
    ...{ database: "records", user: "bot", can_create: "t" },
  };
  const types: Record<string, number> = { number: 23, is_standby: 16, is_read_only: 16, can_create: 16 };
  const fields = Object.keys(row).map((name) =>
    Buffer.concat([
      text(name),
      int(4, 0),
      int(2, 0),
      int(4, types[name] ?? 25),
      int(2, -1),
      int(4, -1),
      int(2, 0),
    ]),
  );
  const values = Object.values(row).map((value) => Buffer.concat([int(4, value.length), Buffer.from(value)]));
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (data) => {
      if (data[0] === 0) socket.write(Buffer.concat([message("R", int(4, 0)), idle]));
      else if (data[0] === "Q".charCodeAt(0))
        socket.write(
          Buffer.concat([
            message("T", int(2, fields.length), ...fields),
            message("D", int(2, values.length), ...values),
            message("C", text("SELECT 1")),
            idle,
          ]),
        );
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

describe.skipIf(postgresVersion() === undefined)("on a server", () => {
  let server: PostgresServer;
  const admin = (sql: string, database = "postgres") => server.query(database, sql);
  const urlOf = (database: string, more = "", at = server.port) =>
    `postgresql://bot:${encoded}@127.0.0.1:${at}/${database}${more}`;

  beforeAll(async () => {
    server = await PostgresServer.start();
    await admin(`create role bot login password '${password}'`);
    const rules = [
      "host scram all all scram-sha-256",
      "hostssl onlyssl all all trust",
      "host onlyssl all all reject",
      "hostnossl nossl all all trust",
      "host nossl all all reject",
    ];
    const file = join(server.dir, "data", "pg_hba.conf");
    writeFileSync(file, [...rules, readFileSync(file, "utf8")].join("\n"));
    await admin("select pg_reload_conf()");
  });
  afterAll(() => server?.close());

  const create = (name: string) => admin(`create database ${name} owner bot`);

  test("a password that is wrong is refused, and the right one is not, whatever its characters", async () => {
    await create("scram");
    await admin("alter role bot password 'another'");
    expect(await refused(urlOf("scram"))).toMatch(
      /refused the user bot: password authentication failed.*Check the user, the password and pg_hba\.conf/,
    );
    await admin(`alter role bot password '${password}'`);
    await starts(urlOf("scram"));
    expect(await refused(urlOf("scram").replace(`:${encoded}@`, "@"))).toMatch(
      /asks for the password of the user bot\. Add it/,
    );
  });

  test("a database that does not exist can be created as is said", async () => {
    const said = await refused(urlOf("missing"));
    const command = /Create it: (createdb .*)\.$/.exec(said)![1]!.split(" ");
    const place = ["-h", "127.0.0.1", "-p", String(server.port), "-U", "postgres"];
    execFileSync(command[0]!, [...place, ...command.slice(1)]);
    await starts(urlOf("missing"));
  });

  test.each([
    [
      "readonly",
      "alter database readonly set default_transaction_read_only to on",
      /is read-only for the user bot/,
    ],
    ["foreign_one", "alter database foreign_one owner to postgres", /user bot may not create tables/],
  ])("the database %s can be used after the statement that is said", async (name, spoil, says) => {
    await create(name);
    await admin(spoil);
    const said = await refused(urlOf(name));
    expect(said).toMatch(says);
    await admin(/(alter database .*)\.$/.exec(said)![1]!);
    await starts(urlOf(name));
  });

  test("a database with another encoding is refused, and one that was created as is said is not", async () => {
    await admin(
      "create database latin owner bot template template0 encoding 'LATIN1' locale 'C' locale_provider libc",
    );
    const said = await refused(urlOf("latin"));
    expect(said).toMatch(/has the encoding LATIN1/);
    const command = /UTF8: (createdb .*)\.$/.exec(said)![1]!.replace("DATABASE", "utf").split(" ");
    execFileSync(command[0]!, [
      ...["-h", "127.0.0.1", "-p", String(server.port), "-U", "postgres"],
      ...command.slice(1),
    ]);
    await starts(urlOf("utf"));
  });

  test("a schema that a newer version has changed is refused by that version, and nothing is changed", async () => {
    await create("newer");
    await starts(urlOf("newer"));
    await admin(
      "insert into kysely_migration values ('9999-later', 'now'); update written_by set version = '99.1.0'",
      "newer",
    );
    expect(await refused(urlOf("newer"))).toMatch(
      /newer was updated by version 99\.1\.0 of the platform \(9999-later\), .*Nothing was changed\. Start that version or a newer one\./,
    );
  });

  test("a standby is refused, and the primary server is not", async () => {
    await create("followed");
    const standby = await server.standby("one");
    try {
      expect(await refused(urlOf("followed", "", standby.port))).toMatch(
        /is a standby.*Name the primary server/,
      );
    } finally {
      await standby.close();
    }
    await starts(urlOf("followed"));
  });

  test("a server without a free connection says so, and is used when clients have gone", async () => {
    await create("crowded");
    await admin("alter database crowded connection limit 1");
    const held = admin("select pg_sleep(600)", "crowded").catch(() => {});
    const holders = "from pg_stat_activity where datname = 'crowded'";
    while ((await admin(`select 1 ${holders}`)).length === 0) await pause(10);
    expect(await refused(urlOf("crowded"))).toMatch(
      /has no free connection: too many connections.*End other clients/,
    );
    await admin(`select pg_terminate_backend(pid) ${holders}`);
    await held;
    // The platform needs more than one.
    expect(await refused(urlOf("crowded"))).toMatch(
      /has no free connection: .*limit of the user or the database/,
    );
    await admin("alter database crowded connection limit -1");
    await starts(urlOf("crowded"));
  });

  test("SSL is used as the URL says, and as the server demands", async () => {
    for (const name of ["onlyssl", "nossl", "either"]) await create(name);
    expect(await refused(urlOf("either", "?sslmode=require"))).toMatch(/has no SSL\. Remove sslmode/);
    await starts(urlOf("either"));
    const [key, certificate] = ["server.key", "server.crt"].map((file) => join(server.dir, "data", file)) as [
      string,
      string,
    ];
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
    const made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject];
    execFileSync("openssl", ["req", ...made, "-keyout", key, "-out", certificate], { stdio: "ignore" });
    chmodSync(key, 0o600);
    if (owner) for (const file of [key, certificate]) chownSync(file, owner.uid, owner.gid);
    await admin("alter system set ssl to on");
    await admin("select pg_reload_conf()");

    const said = await refused(urlOf("onlyssl"));
    expect(said).toMatch(/refused the user bot: .*no encryption/);
    await starts(urlOf("onlyssl", /Add (\?sslmode=require) to/.exec(said)![1]!));
    expect(await refused(urlOf("nossl", "?sslmode=require"))).toMatch(/SSL encryption.*Remove sslmode/);
    await starts(urlOf("nossl"));

    const untrusted = await refused(urlOf("either", "?sslmode=verify-full"));
    expect(untrusted).toMatch(/certificate of the server 127\.0\.0\.1:\d+ is not trusted/);
    const advised = /: (\?sslmode=verify-full&sslrootcert=)FILE\.$/.exec(untrusted)![1]!;
    await starts(urlOf("either", `${advised}${encodeURIComponent(certificate)}`));
  });

  test("options of the URL reach the server, and one that it does not know is named", async () => {
    await create("chosen");
    await starts(urlOf("chosen", "?application_name=mine&options=-c%20work_mem%3D8MB"));
    expect(await refused(urlOf("chosen", "?options=-c%20no_such%3D1"))).toMatch(
      /refused what the store needs: unrecognized configuration parameter "no_such".*Check PLATFORM_DATABASE_URL/,
    );
  });

  test("a Unix socket is named by its folder", async () => {
    await create("local");
    const folder = encodeURIComponent(server.dir);
    await starts(`postgres://bot:${encoded}@${folder}:${server.port}/local`);
    await starts(`postgres:///local?host=${folder}&port=${server.port}&user=bot&password=${encoded}`);
  });

  test("a platform whose server falls silent while it starts gives up", async () => {
    await create("fading");
    await starts(urlOf("fading"));
    const wire = await Wire.to(server.port);
    afterThisTest(() => wire.close());
    const refusing = refused(urlOf("fading", "", wire.port));
    const connected = async () =>
      (await admin("select 1 from pg_stat_activity where datname = 'fading'")).length > 0;
    while (!(await connected())) await pause(1);
    wire.silence();
    expect(await refusing).toMatch(/cannot be reached|refused/);
  });
});
