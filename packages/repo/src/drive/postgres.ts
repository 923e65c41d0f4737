import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { hidden } from "../root.ts";
import { freePort, until } from "./platform.ts";

/** Debian's folder of a version, installed or unpacked by the gate; the newest comes first. */
const folders = ["/usr/lib/postgresql", join(hidden, "programs", "usr/lib/postgresql")].flatMap((folder) =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(folder, version, "bin")),
);
const bin = folders.find((folder) => existsSync(join(folder, "initdb")));

/** Why no server can be started; undefined if one can. */
export const whyNoPostgres = bin === undefined ? "PostgreSQL is not installed" : undefined;

/** PostgreSQL refuses to run as root. */
export const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "botyard-postgres-"));
  if (user) chownSync(dir, user.uid, user.gid);
  chmodSync(dir, 0o700);
  return dir;
}

const isRunning = (process: ChildProcess | undefined): boolean =>
  process !== undefined && process.exitCode === null && process.signalCode === null;

/** A PostgreSQL server in a temporary folder, at a free port of this machine. */
export class PostgresServer {
  readonly dir: string;
  readonly port: number;
  readonly #settings: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(dir: string, port: number, settings: readonly string[]) {
    this.dir = dir;
    this.port = port;
    this.#settings = settings;
  }

  /**
   * Starts a server whose databases compare texts as people do, which the store must not rely on.
   * @param settings such as `wal_level=replica`, instead of those of a server for tests
   */
  static async start(settings: readonly string[] = []): Promise<PostgresServer> {
    const dir = newFolder();
    const collation = ["--locale-provider=icu", "--icu-locale=en-US", "--locale=C.UTF-8"];
    const data = ["-D", join(dir, "data"), "-E", "UTF8", "-U", "postgres", "-A", "trust"];
    const { status, stderr } = spawnSync(join(bin!, "initdb"), ["--no-sync", ...data, ...collation], user);
    if (status !== 0) throw new Error(`initdb failed:\n${stderr}`);
    const server = new PostgresServer(dir, await freePort(), settings);
    await server.resume();
    return server;
  }

  /** Starts a standby that follows this server, under the given name, by streaming. */
  async standby(name: string): Promise<PostgresServer> {
    const dir = newFolder();
    const from = `host=127.0.0.1 port=${this.port} user=postgres application_name=${name}`;
    const options = ["-D", join(dir, "data"), "-d", from, "-R", "-X", "stream", "-c", "fast", "--no-sync"];
    await promisify(execFile)(join(bin!, "pg_basebackup"), options, user);
    const server = new PostgresServer(dir, await freePort(), this.#settings);
    await server.resume();
    return server;
  }

  /** Starts the server again after {@link stop}, as often as it ends before it can be used. */
  async resume(): Promise<void> {
    const all = ["fsync=off", "max_connections=60", "shared_buffers=32MB", ...this.#settings];
    const settings = all.flatMap((one) => ["-c", one]);
    const place = ["-D", join(this.dir, "data"), "-p", String(this.port), "-k", this.dir];
    await until(() => {
      // The processes of one that was killed may still hold its memory.
      if (!isRunning(this.#process))
        this.#process = spawn(join(bin!, "postgres"), [...place, ...settings], { stdio: "ignore", ...user });
      return this.query("postgres", "select 1").then(
        () => true,
        () => false,
      );
    });
  }

  /** @param how a clean end, one as if the machine had failed, or that of its first process only */
  async stop(how: "SIGINT" | "SIGQUIT" | "SIGKILL" = "SIGINT"): Promise<void> {
    const process = this.#process;
    if (!process || !isRunning(process)) return;
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
