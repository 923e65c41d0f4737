import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { packFiles } from "@botyard/manifest";
import { root } from "../root.ts";
import { endBots } from "./end-bots.ts";
import { passableFolder } from "./folder.ts";
import { trusting } from "./isolation.ts";
import { inDatabase } from "./postgres.ts";
import { databaseOf, storeOf } from "./test-database.ts";
import { freePort, until } from "./until.ts";

export { freePort, until };

const command = join(root, "packages", "cli", "bin", "platform.mjs");

/** The platform as users run it: a `platform serve` process with its own port and data folder. */
export class TestPlatform {
  readonly dir = passableFolder("botyard-e2e-");
  readonly data: string;
  port = 0;
  process: ChildProcess | undefined;
  /** What the last start printed. */
  said: string[] = [];
  #key = "";
  readonly prefix: readonly string[];

  /**
   * @param options.data the data folder (default: a temporary one, removed by `close`)
   * @param options.prefix a command that executes the rest of its arguments, such as `unshare`
   */
  constructor(options: { data?: string; prefix?: readonly string[] } = {}) {
    this.data = options.data ?? join(this.dir, "data");
    this.prefix = options.prefix ?? [];
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get key(): string {
    if (!this.#key) this.#key = readFileSync(join(this.data, "admin.key"), "utf8").trim();
    return this.#key;
  }

  async start(args: string[] = [], env: Record<string, string> = {}): Promise<void> {
    this.port ||= await freePort();
    const serve = [process.execPath, command, "serve", ...(await trusting(this.data)).options];
    const [file = "", ...rest] = [...this.prefix, ...serve, "--port", String(this.port)];
    const child = spawn(file, [...rest, "--data-dir", this.data, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1", ...(await storeOf(this.data)), ...env },
    });
    this.process = child;
    this.said = [];
    const { said } = this;
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        createInterface({ input: stream! }).on("line", (line) => {
          said.push(line);
          if (line.includes(this.url)) resolve();
        });
      child.on("exit", (code, signal) =>
        reject(new Error(`platform serve exited with ${code ?? signal}:\n${said.join("\n")}`)),
      );
    });
  }

  /** Sends the signal to the process and waits until it has exited. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  /** Deletes the bots, stops the platform and removes its folder. */
  async close(): Promise<void> {
    try {
      if (this.process && this.process.exitCode === null && this.process.signalCode === null) {
        const { items } = await this.get<{ items: { bot_id: string }[] }>("/bots?limit=200");
        await Promise.all(items.map(({ bot_id }) => this.call("DELETE", `/bots/${bot_id}`)));
      }
    } finally {
      await this.end("SIGTERM");
      endBots(this.data);
      rmSync(this.dir, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for and asserts on it.
  ): Promise<{ status: number; headers: Headers; text: string; json: any }> {
    const answer = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: {
        Authorization: `ApiKey ${this.key}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    return { status: answer.status, headers: answer.headers, text, json };
  }

  async get<T>(path: string): Promise<T> {
    const { status, json, text } = await this.call("GET", path);
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`);
    return json as T;
  }

  /** Adds a user, and returns a key of it. */
  async userKey(name: string): Promise<string> {
    const added = await this.call("POST", "/users", { name });
    if (added.status !== 201) throw new Error(`adding ${name} answered ${added.status}: ${added.text}`);
    const { json } = await this.call("POST", "/api-keys", { name: "test", user: name });
    return json.key;
  }

  /** Returns the launches that the platform has recorded, from its store. */
  launches(): Promise<{ id: string; bot_id: string }[]> {
    return this.records("select id, bot_id from launches");
  }

  /** Runs a statement in the store. */
  async records<Row extends object>(sql: string): Promise<Row[]> {
    const url = await databaseOf(this.data);
    if (url !== undefined) return inDatabase(url, sql);
    const store = new DatabaseSync(join(this.data, "platform.db"));
    try {
      return store.prepare(sql).all() as Row[];
    } finally {
      store.close();
    }
  }

  /** Packs and uploads a custom bot; `bot-config.yaml` is written from the options. */
  async upload({
    name,
    type,
    runtime = "nodejs24",
    version = "1.0.0",
    bot,
    query,
    schema = {},
    description,
    readme,
    as = {},
  }: UploadOptions) {
    const extension = runtime === "python311" ? "py" : "mjs";
    const config = [
      `name: ${name}`,
      `version: "${version}"`,
      `type: ${type}`,
      `runtime: ${runtime}`,
      "entrypoints:",
      `  bot: main.${extension}`,
      ...(query === undefined ? [] : [`  query: query.${extension}`]),
      "schema:",
      "  bot: bot-schema.json",
      ...(description === undefined ? [] : [`description: ${JSON.stringify(description)}`]),
      ...(readme === undefined ? [] : ["readme: README.md"]),
    ].join("\n");
    const text = (path: string, content: string) => ({ path, content: new TextEncoder().encode(content) });
    const archive = join(this.dir, `${name}-${version}.tar.gz`);
    await packFiles(
      [
        text("bot-config.yaml", config),
        text(
          "bot-schema.json",
          JSON.stringify({ $schema: "http://json-schema.org/draft-07/schema#", type: "object", ...schema }),
        ),
        text(`main.${extension}`, bot),
        ...(query === undefined ? [] : [text(`query.${extension}`, query)]),
        ...(readme === undefined ? [] : [text("README.md", readme)]),
      ],
      archive,
    );
    const headers = { "Content-Type": "application/gzip", ...as };
    return this.call("POST", "/custom-bots", readFileSync(archive), headers);
  }

  /** Creates a bot and returns its id. */
  async create(instance: Record<string, unknown>): Promise<string> {
    const { status, json, text } = await this.call("POST", "/bots", {
      version: "latest",
      config: {},
      ...instance,
    });
    if (status !== 201) throw new Error(`creating a bot answered ${status}: ${text}`);
    return (json as { bot_id: string }).bot_id;
  }

  async waitFor(botId: string, status: string, seconds = 60): Promise<void> {
    const answer = await this.call("GET", `/bots/${botId}/wait?status=${status}&timeout=${seconds}`);
    if (answer.status !== 200)
      throw new Error(`waiting for ${status} answered ${answer.status}: ${answer.text}`);
  }
}

interface UploadOptions {
  name: string;
  type: "realtime" | "scheduled";
  runtime?: "nodejs24" | "python311";
  version?: string;
  bot: string;
  query?: string;
  schema?: Record<string, unknown>;
  description?: string;
  readme?: string;
  /** Headers with the key of another user. */
  as?: Record<string, string>;
}
