import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeUnpacked } from "@botyard/manifest";
import { pino } from "pino";
import { databaseOf } from "../../../repo/src/drive/test-database.ts";
import { type Clock, systemClock } from "../../src/clock.ts";
import { compose, type Platform } from "../../src/compose.ts";
import type { Dashboard } from "../../src/doors/http/parts.ts";
import { defaultSettings, type Settings } from "../../src/settings/settings.ts";
import type { TestedStorage } from "../../src/store/open.ts";
import type { Store } from "../../src/store/sql/store.ts";
import type { Scope } from "../../src/users/caller.ts";
import { type Document, Documented } from "./documented.ts";
import { FakeEngine } from "./fake-engine.ts";
import { type PackageShape, packageOf } from "./packages.ts";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: documents have many shapes.
  json: any;
}

export interface Ask {
  body?: unknown;
  raw?: string | Uint8Array<ArrayBuffer> | ReadableStream;
  headers?: Record<string, string>;
}

/** A client of one user. Every answer is checked against the OpenAPI document. */
export interface Client {
  key: string;
  /** `{base_url}` */
  url: string;
  userId: string;
  ask(method: string, path: string, ask?: Ask): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  upload(shape: PackageShape): Promise<Answer>;
  /** Uploads a package and creates a realtime bot of the same name. */
  bot(name: string, shape?: Partial<PackageShape>): Promise<string>;
}

export interface TestPlatform {
  platform: Platform;
  engine: FakeEngine;
  store: Store;
  dataDir: string;
  documented: Documented;
  /** Client of the first user. */
  admin: Client;
  /** Returns a client of another user, with a key of these scopes. */
  user(name: string, scopes?: Scope[]): Promise<Client>;
  client(key: string | undefined): Client;
  /** Stops this platform and starts another one on the same folder and port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface TestOptions {
  settings?: Partial<Settings>;
  clock?: Clock;
  dashboard?: Dashboard;
  /** Is given each line of the platform's own log, of all levels. */
  onLog?: (line: string) => void;
}

export async function openPlatform(options: TestOptions = {}): Promise<TestPlatform> {
  const dataDir = await mkdtemp(join(tmpdir(), "botyard-http-"));
  const databaseUrl = await databaseOf(dataDir);
  const settings: Settings = {
    ...defaultSettings,
    dataDir,
    ...(databaseUrl && { databaseUrl }),
    port: 0,
    stopGraceMs: 500,
    reserveBytes: 0,
    ...options.settings,
  };
  const found = {} as { engine: FakeEngine; store: Store };
  const open = (port: number) =>
    compose({
      settings: { ...settings, port },
      clock: options.clock ?? systemClock,
      log: options.onLog
        ? pino({ level: "trace" }, { write: options.onLog })
        : pino({ level: process.env.LOG ?? "silent" }),
      ...(options.dashboard && { dashboard: options.dashboard }),
      executor: async () => undefined as never,
      createEngine(parts) {
        found.store = (parts.storage as TestedStorage).database;
        found.engine = new FakeEngine(parts);
        return found.engine;
      },
    });
  let platform = await open(0);
  const document = (await (await fetch(`${platform.url}/openapi.json`)).json()) as Document;
  const documented = new Documented(document);
  const key = (await readFile(join(dataDir, "admin.key"), "utf8")).trim();

  const client = (text: string | undefined, userId = ""): Client => {
    const ask = async (
      method: string,
      path: string,
      { body, raw, headers = {} }: Ask = {},
    ): Promise<Answer> => {
      const url = new URL(/^(\/api(\/|$)|http)/.test(path) ? path : `/api/v1${path}`, platform.url);
      const response = await fetch(url, {
        method,
        headers: {
          ...(text !== undefined && { authorization: `ApiKey ${text}` }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...((body !== undefined || raw !== undefined) && { body: raw ?? JSON.stringify(body) }),
        ...(raw instanceof ReadableStream && { duplex: "half" }),
      } as RequestInit);
      const answer = await response.text();
      const type = response.headers.get("content-type");
      const wrong = documented.problemsOf(method, url.pathname, response.status, type, answer);
      if (wrong.length > 0)
        throw new Error(`${method} ${path} answered ${response.status} ${answer}: ${wrong.join("; ")}`);
      const json = type?.includes("json") ? parsed(answer) : undefined;
      return { status: response.status, headers: response.headers, text: answer, json };
    };
    const post: Client["post"] = (path, body, headers = {}) => ask("POST", path, { body, headers });
    const upload: Client["upload"] = async (shape) =>
      ask("POST", "/custom-bots", {
        raw: await packageOf(shape),
        headers: { "content-type": "application/gzip" },
      });
    return {
      key: text ?? "",
      get url() {
        return platform.url;
      },
      userId,
      ask,
      get: (path) => ask("GET", path),
      post,
      upload,
      async bot(name, shape = {}) {
        const type = shape.type ?? "realtime";
        await upload({ name, ...shape });
        const schedule = type === "scheduled" ? { schedule: "0 0 1 1 *" } : {};
        const made = await post("/bots", {
          name,
          type: `${type}/${name}`,
          version: "latest",
          ...schedule,
          config: {},
        });
        if (made.status !== 201) throw new Error(made.text);
        await found.engine!.settled;
        return made.json.bot_id as string;
      },
    };
  };

  return {
    get platform() {
      return platform;
    },
    get engine() {
      return found.engine;
    },
    get store() {
      return found.store;
    },
    dataDir,
    documented,
    admin: client(key, (await platform.users.ensure("admin")).id),
    client,
    async user(name, scopes = ["read", "deploy", "admin"]) {
      const { id } = await platform.users.ensure(name);
      return client((await platform.keys.create(id, { name: "test", scopes })).text, id);
    },
    async restart() {
      const { port } = platform;
      await platform.close();
      platform = await open(port);
    },
    async close() {
      await platform.close();
      await removeUnpacked(dataDir);
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
