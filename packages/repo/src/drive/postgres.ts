import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { hidden } from "../root.ts";
import { freePort, until } from "./until.ts";

/** Where the gate unpacks packages that it does not install. */
const unpacked = join(hidden, "programs");

/** PostgreSQL refuses to run as root. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

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
    const { bin, env } = programs();
    const init = ["--no-sync", ...data, ...collation];
    const { status, stderr } = spawnSync(join(bin, "initdb"), init, { ...user, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`initdb failed:\n${stderr}`);
    const server = new PostgresServer(dir, await freePort());
    await server.resume();
    return server;
  }

  /** Starts the server again after {@link stop}. */
  async resume(): Promise<void> {
    const settings = ["fsync=off", "max_connections=400", "shared_buffers=32MB"].flatMap((one) => [
      "-c",
      one,
    ]);
    const place = ["-D", join(this.dir, "data"), "-p", String(this.port), "-k", this.dir];
    const { bin, env } = programs();
    const options = { stdio: "ignore", env, ...user } as const;
    this.#process = spawn(join(bin, "postgres"), [...place, ...settings], options);
    await until(async () => this.#process?.exitCode !== null || (await this.#answers()));
    if (this.#process?.exitCode !== null) throw new Error(`postgres exited with ${this.#process?.exitCode}.`);
  }

  async #answers(): Promise<boolean> {
    const answer = await this.query("postgres", "select 1").catch(() => undefined);
    return answer !== undefined;
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
  query<Row extends pg.QueryResultRow>(database: string, sql: string): Promise<Row[]> {
    return inDatabase<Row>(this.url(database), sql);
  }

  async close(): Promise<void> {
    await this.stop("SIGQUIT");
    rmSync(this.dir, { recursive: true, force: true });
  }
}
