import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { user as owner, PostgresServer, postgresVersion } from "../../../repo/src/drive/postgres.ts";
import { Wire } from "../../../repo/src/drive/wire.ts";
import { afterThisTest } from "../platform.ts";
import { encoded, password, refused, starts } from "./with-database.ts";

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
      /asks for the password of the user bot\. Add it to PLATFORM_DATABASE_URL .* as the line 127\.0\.0\.1:\d+:scram:bot:PASSWORD\.$/,
    );
  });

  test("a database that does not exist can be created as is said", async () => {
    const said = await refused(urlOf("missing"));
    const command = /or create the database: (createdb .*)\.$/.exec(said)![1]!.split(" ");
    const place = ["-h", "127.0.0.1", "-p", String(server.port), "-U", "postgres"];
    execFileSync(command[0]!, [...place, ...command.slice(1)]);
    await starts(urlOf("missing"));
  });

  test("a database that is read-only can be used after the statement that is said", async () => {
    await create("readonly");
    await admin("alter database readonly set default_transaction_read_only to on");
    const said = await refused(urlOf("readonly"));
    expect(said).toMatch(/is read-only for the user bot/);
    await admin(/(alter database .*)\.$/.exec(said)![1]!);
    await starts(urlOf("readonly"));
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

  test("a database with the tables of another application is refused, and nothing is made in it", async () => {
    await create("shared");
    await admin("create table users (name text); create table orders (id int)", "shared");
    const said = await refused(urlOf("shared"));
    expect(said).toMatch(
      /shared has tables of another application \(users\)\. Create one for the platform: createdb /,
    );
    expect(
      await admin("select tablename from pg_tables where schemaname = 'public' order by 1", "shared"),
    ).toEqual([{ tablename: "orders" }, { tablename: "users" }]);
    await admin("alter table users rename to customers", "shared");
    await starts(urlOf("shared"));
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
    expect(await refused(urlOf("either", "?sslmode=require"))).toMatch(
      /has no SSL, which sslmode requires\. Turn it on at the server/,
    );
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
    expect(await refused(urlOf("nossl", "?sslmode=require"))).toMatch(
      /SSL encryption\. Allow it to use SSL in pg_hba\.conf/,
    );
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

  // Of the check of the server, of the owner, and of the migrations.
  test.each([1, 2, 3])(
    "a platform whose server falls silent at the connection %i of its start gives up",
    async (connection) => {
      await create(`fading${connection}`);
      const wire = await Wire.to(server.port);
      afterThisTest(() => wire.close());
      wire.silenceAt(connection);
      expect(await refused(urlOf(`fading${connection}`, "", wire.port))).toMatch(/cannot be reached|refused/);
    },
  );
});
