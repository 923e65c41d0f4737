import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { PostgresServer, postgresVersion, programs } from "../../src/drive/postgres.ts";
import { blocksOf, readPage, typed } from "../page.ts";
import type { Consumer } from "./consumer.ts";
import { serve, serveFor } from "./serve.ts";

const page = "docs/how-to/keep-records-in-postgresql.md";
const password = "planted-page-canary";

/** The page for those who have a PostgreSQL server, with the installed archives. */
export function describePostgresPage(consumer: () => Consumer): void {
  test.skipIf(postgresVersion() === undefined)(
    `who follows ${page} moves a platform to PostgreSQL and back, and backs it up`,
    async () => {
      const server = await PostgresServer.start();
      onTestFinished(() => server.close());
      const folder = mkdtempSync(join(consumer().dir, "postgres-"));
      await secure(server, folder);
      const [data, restoredData] = ["data-of-postgres", "restored-with-postgres"];
      const on = await serveFor("postgres", consumer());
      await on.platform(["custom-bot", "init", "moved", "--type", "scheduled"]);
      const bot = join(consumer().dir, "moved");
      await on.platform(["custom-bot", "deploy"], { cwd: bot });
      await on.platform(["bot", "deploy", "instance.json"], { cwd: bot });

      const own = (text: string) =>
        text
          .replaceAll("db.example", `127.0.0.1:${server.port}`)
          .replaceAll("/etc/botyard/", `${folder}/`)
          .replaceAll("sqlite:data", `sqlite:${data}`)
          .replaceAll("--data-dir data", `--data-dir ${data}`)
          // Another page restores into a folder of this name.
          .replaceAll("--data-dir restored", `--data-dir ${restoredData}`)
          .replaceAll("mv data/", `mv ${data}/`)
          // It would ask for it.
          .replace(" --pwprompt", "");
      const blocks = blocksOf(own(readPage(page)));
      const variables = blocks.find(({ options }) => options.file === "platform.env")!.text;
      writeFileSync(join(consumer().dir, "platform.env"), variables);
      writeFileSync(join(folder, "pgpass"), `127.0.0.1:${server.port}:*:botyard:${password}\n`, {
        mode: 0o600,
      });
      const administrator = { PGHOST: "127.0.0.1", PGPORT: String(server.port), PGUSER: "postgres" };
      const env = {
        ...on.env,
        ...administrator,
        PATH: `${programs().bin}${delimiter}${on.env.PATH}`,
        PLATFORM_API_URL: on.url,
        PLATFORM_API_KEY: on.key.trim(),
      };
      const passwordFile = { PGPASSFILE: join(folder, "pgpass") };
      const lines = blocks.filter(({ language }) => language === "sh").map(({ text }) => text);
      const done = async (begin: string, more: NodeJS.ProcessEnv = {}) => {
        const at = lines.findIndex((text) => text.startsWith(begin));
        const [text] = lines.splice(at, 1);
        const ended = await typed(text!, consumer().dir, { ...env, ...more });
        expect(ended.said).not.toContain(password);
        return { ...ended, text: text! };
      };
      const succeeds = async (begin: string, more?: NodeJS.ProcessEnv) => {
        const ended = await done(begin, more);
        expect(ended.code, `${begin}:\n${ended.said}`).toBe(0);
        return ended.said;
      };
      const bots = async (url: string) => {
        const answer = await fetch(`${url}/api/v1/bots`, { headers: { "x-api-key": on.key.trim() } });
        return ((await answer.json()) as { items: { name: string }[] }).items.map(({ name }) => name);
      };

      await succeeds("createuser");
      await server.query("postgres", `alter role botyard password '${password}'`);
      const { said } = await done("set -a");
      for (const name of ["database", "database privileges", "database writes", "database schema"])
        expect(said).toMatch(new RegExp(`^ok +${name}: `, "m"));
      await on.stop();
      expect(await succeeds(`platform store copy --from sqlite:`, passwordFile)).toContain(
        "equal to its source",
      );

      // `platform serve` runs until it is stopped.
      const at = lines.findIndex((text) => text.startsWith("mkdir "));
      const [move, start] = lines.splice(at, 1)[0]!.trim().split("\n");
      expect(start).toBe(`platform serve --data-dir ${data}`);
      expect((await typed(move!, consumer().dir, env)).code).toBe(0);
      const url = /^PLATFORM_DATABASE_URL="(.+)"$/m.exec(variables)![1]!;
      const moved = await serve(consumer(), data, [], { PLATFORM_DATABASE_URL: url, ...passwordFile });
      expect(await bots(moved.url)).toEqual(["moved"]);
      expect(await succeeds("pg_dump", passwordFile)).toContain(
        "The records are in PostgreSQL, and not in this backup",
      );
      await succeeds('psql --dbname botyard --command "alter role');
      await moved.stop();

      // Before the restore, by which the data folder becomes that of an original elsewhere.
      await succeeds("platform store copy --from 'postgres:", passwordFile);
      const back = await serve(consumer(), data);
      expect(await bots(back.url)).toEqual(["moved"]);
      await back.stop();

      expect(await succeeds("createdb --owner botyard")).toContain("no bot was stopped");
      const restoredUrl = url.replace("/botyard?", "/botyard_restored?");
      const variablesOfRestored = { PLATFORM_DATABASE_URL: restoredUrl, ...passwordFile };
      const restore = () => serve(consumer(), restoredData, ["--take-over"], variablesOfRestored);
      // The dump says that the platform runs, until its term has ended.
      const restored = await vi.waitFor(restore, { timeout: 60_000, interval: 1_000 });
      expect(await bots(restored.url)).toEqual(["moved"]);
      await restored.stop();
      expect(lines).toEqual([]);
    },
  );
}

/** Has a server require passwords and encrypted connections, except from its administrator. */
async function secure(server: PostgresServer, folder: string): Promise<void> {
  const [certificate, key] = [join(folder, "db-ca.pem"), join(folder, "db.key")];
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=db.example"],
      ...["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
    ],
    { stdio: "ignore" },
  );
  const data = join(server.dir, "data");
  const { uid, gid } = statSync(data);
  const files = {
    "server.crt": readFileSync(certificate, "utf8"),
    "server.key": readFileSync(key, "utf8"),
    "pg_hba.conf": "host all postgres 127.0.0.1/32 trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n",
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(data, name), text);
    chmodSync(join(data, name), 0o600);
    chownSync(join(data, name), uid, gid);
  }
  await server.query("postgres", "alter system set ssl = on");
  await server.query("postgres", "select pg_reload_conf()");
}
