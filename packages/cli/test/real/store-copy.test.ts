import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PostgresServer, postgresVersion } from "../../../repo/src/drive/postgres.ts";
import { everyTable } from "../../../server/test/store/every-table.ts";
import { ended, platform, start, temporary } from "../platform.ts";

const password = "planted-password-canary";

describe.skipIf(postgresVersion() === undefined)("platform store copy", () => {
  let server: PostgresServer;
  let databases = 0;
  beforeAll(async () => {
    server = await PostgresServer.start();
    await server.query("postgres", `create role carol login password '${password}'`);
    const hba = join(server.dir, "data", "pg_hba.conf");
    writeFileSync(hba, `host all carol 127.0.0.1/32 scram-sha-256\n${readFileSync(hba, "utf8")}`);
    await server.query("postgres", "select pg_reload_conf()");
  });
  afterAll(() => server?.close());

  /** Creates a database of carol's, and returns its URL without her password. */
  async function newDatabase(): Promise<string> {
    const name = `cli${++databases}`;
    await server.query("postgres", `create database ${name} owner carol`);
    return `postgres://carol@127.0.0.1:${server.port}/${name}`;
  }
  const withPassword = (url: string) => url.replace("carol@", `carol:${password}@`);
  const copyWords = (from: string, to: string, ...more: string[]) => [
    ...["store", "copy", "--from", from, "--to", to],
    ...more,
  ];
  const env = { PGPASSWORD: password };

  test("a password in an argument is refused without repeating it, and is read from PGPASSWORD or PGPASSFILE", async () => {
    const [url, dir] = [await newDatabase(), temporary()];
    const data = join(dir, "data");
    await everyTable(data, 20);
    for (const refused of [withPassword(url), `${url}?password=${password}`]) {
      const { code, stdout, stderr } = await platform(copyWords(`sqlite:${data}`, refused));
      expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining("PGPASSWORD")]);
      expect(stderr).not.toContain(password);
    }
    const without = await platform(copyWords(`sqlite:${data}`, url));
    expect([without.code, without.stderr]).toEqual([
      1,
      expect.stringContaining("asks for the password of the user carol"),
    ]);
    const file = join(dir, "pgpass");
    writeFileSync(file, `127.0.0.1:*:*:carol:${password}\n`, { mode: 0o600 });
    const copied = await platform(copyWords(`sqlite:${data}`, url), { env: { PGPASSFILE: file } });
    // Nothing of the library's own warnings.
    expect(copied.stderr).not.toContain("Warning");
    expect(copied).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^log_lines\t20\t[0-9a-f]{32}$/m),
      stderr: expect.stringContaining("equal to its source"),
    });
    const back = await platform(copyWords(url, `sqlite:${join(dir, "back")}`), { env });
    expect(back).toMatchObject({ code: 0, stdout: copied.stdout });
  });

  test("two stores of one engine, and words that are no store, are refused", async () => {
    const dir = temporary();
    const file = join(dir, "platform.db");
    writeFileSync(file, "");
    for (const [from, to, says] of [
      ["sqlite:a", "sqlite:b", "platform backup"],
      ["postgres://a/b", "postgres://a/c", "pg_dump"],
      ["a", "sqlite:b", "--from is not the place of a store"],
      [
        `sqlite:${file}`,
        "postgres://a/b",
        `--from is a file. Give the data folder that it is in: sqlite:${dir}`,
      ],
      ["sqlite:a", "mysql://x:secret@y/z", "--to is not the place of a store"],
    ] as const) {
      const { code, stderr } = await platform(copyWords(from, to));
      expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
      expect(stderr).not.toContain("secret");
    }
  });

  test("a copy that is killed at any moment leaves the source as it was, and a target that no platform uses", async () => {
    const data = join(temporary(), "data");
    await everyTable(data, 10_000);
    const before = readFileSync(join(data, "platform.db"));
    const from = `sqlite:${data}`;
    const began = performance.now();
    const whole = await platform(copyWords(from, await newDatabase()), { env });
    expect(whole).toMatchObject({ code: 0 });
    const wholeMs = performance.now() - began;
    let incomplete = 0;
    const rounds = 6;
    for (let round = 0; round < rounds; round++) {
      const url = await newDatabase();
      const child = start(copyWords(from, url), { env });
      const over = ended(child);
      await setTimeout((wholeMs * (round + Math.random())) / rounds);
      child.kill("SIGKILL");
      await over;
      expect(readFileSync(join(data, "platform.db")).equals(before)).toBe(true);
      const marked = await server.query<{ is: boolean }>(
        new URL(url).pathname.slice(1),
        "select to_regclass('incomplete_copy') is not null as is",
      );
      const again = await platform(copyWords(from, url), { env });
      if (marked[0]!.is) {
        incomplete++;
        expect([again.code, again.stderr]).toEqual([
          1,
          expect.stringMatching(/incomplete copy of .+--again/),
        ]);
        const data2 = join(temporary(), "data");
        const served = await platform(["serve", "--port", "0", "--data-dir", data2], {
          env: { PLATFORM_DATABASE_URL: withPassword(url) },
        });
        expect([served.code, served.stderr]).toEqual([1, expect.stringContaining("incomplete copy of")]);
        const repeated = await platform(copyWords(from, url, "--again"), { env });
        expect(repeated).toMatchObject({ code: 0, stdout: whole.stdout });
      } else if (again.code === 0) expect(again.stdout).toBe(whole.stdout);
      // The copy was complete before it was killed.
      else expect(again.stderr).toContain("has records already");
    }
    expect(incomplete).toBeGreaterThan(0);
  });
});
