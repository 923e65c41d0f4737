import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { hidden } from "../root.ts";
import { freePort, until } from "./platform.ts";

/** Debian's folder of a version, installed or unpacked by the gate; the newest comes first. */
const folders = ["/usr/lib/postgresql", join(hidden, "programs", "usr/lib/postgresql")].flatMap((folder) =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(folder, version, "bin")),
);
/** The folder of the server's programs. */
export const bin = folders.find((folder) => existsSync(join(folder, "initdb")));

/** Why no server can be started; undefined if one can. */
export const whyNoPostgres = bin === undefined ? "PostgreSQL is not installed" : undefined;

/** PostgreSQL refuses to run as root. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

/** A PostgreSQL server in a temporary folder, at a free port of this machine. */
export class PostgresServer {
  readonly dir: string;
  readonly port: number;
  #process: ChildProcess | undefined;

  private constructor(dir: string, port: number) {
    this.dir = dir;
    this.port = port;
  }

  /** Starts a server whose databases compare texts as people do, which the store must not rely on. */
  static async start(): Promise<PostgresServer> {
    const dir = mkdtempSync(join(tmpdir(), "botyard-postgres-"));
    if (user) chownSync(dir, user.uid, user.gid);
    chmodSync(dir, 0o700);
    const collation = ["--locale-provider=icu", "--icu-locale=en-US", "--locale=C.UTF-8"];
    const data = ["-D", join(dir, "data"), "-E", "UTF8", "-U", "postgres", "-A", "trust"];
    const { status, stderr } = spawnSync(join(bin!, "initdb"), ["--no-sync", ...data, ...collation], user);
    if (status !== 0) throw new Error(`initdb failed:\n${stderr}`);
    const server = new PostgresServer(dir, await freePort());
    await server.resume();
    return server;
  }

  /** Starts the server again after {@link stop}. */
  async resume(): Promise<void> {
    const settings = ["fsync=off", "max_connections=60", "shared_buffers=32MB"].flatMap((one) => ["-c", one]);
    const place = ["-D", join(this.dir, "data"), "-p", String(this.port), "-k", this.dir];
    this.#process = spawn(join(bin!, "postgres"), [...place, ...settings], { stdio: "ignore", ...user });
    await until(() =>
      this.query("postgres", "select 1").then(
        () => true,
        () => false,
      ),
    );
  }

  /** @param how a clean end, or one as if the machine had failed */
  async stop(how: "SIGINT" | "SIGQUIT" = "SIGINT"): Promise<void> {
    const process = this.#process;
    if (!process || process.exitCode !== null) return;
    const ended = once(process, "exit");
    process.kill(how);
    await ended;
  }

  url(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  /** Runs a statement as the superuser. */
  async query<Row extends pg.QueryResultRow>(database: string, sql: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  async close(): Promise<void> {
    await this.stop("SIGQUIT");
    rmSync(this.dir, { recursive: true, force: true });
  }
}
