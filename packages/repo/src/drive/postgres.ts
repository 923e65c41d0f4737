import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { hidden } from "../root.ts";
import { reachableFolder } from "./folder.ts";
import { freePort, until } from "./until.ts";

/** Where the gate unpacks packages that it does not install. */
const unpacked = join(hidden, "programs");

/** Settings of a server whose data may be lost with the machine. */
export const forTests = ["fsync=off", "max_connections=400", "shared_buffers=32MB"];

/** PostgreSQL refuses to run as root. */
export const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

function newFolder(): string {
  const dir = reachableFolder("botyard-postgres-");
  if (user) chownSync(dir, user.uid, user.gid);
  chmodSync(dir, 0o700);
  return dir;
}

const isRunning = (process: ChildProcess | undefined): boolean =>
  process !== undefined && process.exitCode === null && process.signalCode === null;

interface Programs {
  bin: string;
  env: NodeJS.ProcessEnv;
}

/** Returns where Debian's programs are, installed or unpacked, of the newest version. */
export function programs(): Programs {
  for (const prefix of ["/", unpacked]) {
    const folder = join(prefix, "usr/lib/postgresql");
    const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : [];
    const bin = versions
      .map((one) => join(folder, one, "bin"))
      .find((one) => existsSync(join(one, "initdb")));
    if (bin) return { bin, env: prefix === "/" ? process.env : { ...process.env, ...withLibraries(prefix) } };
  }
  throw new Error("PostgreSQL is missing; install it with: apt-get install -y postgresql");
}

function withLibraries(prefix: string): { LD_LIBRARY_PATH: string } {
  const lib = join(prefix, "usr/lib");
  const folders = readdirSync(lib).filter((name) => name.endsWith("-linux-gnu"));
  return { LD_LIBRARY_PATH: folders.map((name) => join(lib, name)).join(":") };
}

/** What `postgres --version` says; undefined if no server can be started here. */
export function postgresVersion(): string | undefined {
  try {
    const { bin, env } = programs();
    const { status, stdout } = spawnSync(join(bin, "postgres"), ["--version"], {
      ...{ ...user, env, encoding: "utf8" },
    });
    return status === 0 ? stdout.trim() : undefined;
  } catch {
    return undefined;
  }
}

/** Runs a statement in the database of a URL. */
export async function inDatabase<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

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
   * @param options.settings of the server (default: those of a server whose data may be lost with the machine)
   */
  static async start({
    settings = forTests,
  }: {
    settings?: readonly string[];
  } = {}): Promise<PostgresServer> {
    const dir = newFolder();
    const collation = ["--locale-provider=icu", "--icu-locale=en-US", "--locale=C.UTF-8"];
    const data = ["-D", join(dir, "data"), "-E", "UTF8", "-U", "postgres", "-A", "trust"];
    const { bin, env } = programs();
    const init = ["--no-sync", ...data, ...collation];
    const { status, stderr } = spawnSync(join(bin, "initdb"), init, { ...user, env, encoding: "utf8" });
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
    const { bin, env } = programs();
    await promisify(execFile)(join(bin, "pg_basebackup"), options, { ...user, env });
    const server = new PostgresServer(dir, await freePort(), this.#settings);
    await server.resume();
    return server;
  }

  /** Starts the server again after {@link stop}, as often as it ends before it can be used. */
  async resume(): Promise<void> {
    const settings = this.#settings.flatMap((one) => ["-c", one]);
    const place = ["-D", join(this.dir, "data"), "-p", String(this.port), "-k", this.dir];
    const { bin, env } = programs();
    // The server ends with this process, even if it is killed.
    const command = ["--pdeathsig", "QUIT", join(bin, "postgres"), ...place, ...settings];
    await until(async () => {
      // The processes of one that was killed may still hold its memory.
      if (!isRunning(this.#process))
        this.#process = spawn("setpriv", command, { stdio: "ignore", env, ...user });
      return (await this.query("postgres", "select 1").catch(() => undefined)) !== undefined;
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
  query<Row extends pg.QueryResultRow>(database: string, sql: string): Promise<Row[]> {
    return inDatabase<Row>(this.url(database), sql);
  }

  async close(): Promise<void> {
    await this.stop("SIGQUIT");
    rmSync(this.dir, { recursive: true, force: true });
  }
}
