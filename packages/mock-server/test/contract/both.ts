import { afterAll } from "vitest";
import { openPlatform } from "../../../server/test/http/harness.ts";
import { packageOf } from "../../../server/test/http/packages.ts";
import { createMockPlatform } from "../../src/index.ts";

export interface Ask {
  method: string;
  /** Below the API root, or with a slash and the whole path after `!`. */
  path: string;
  /** Name of a key (default: `admin`); null: none. */
  key?: string | null;
  headers?: Record<string, string>;
  body?: unknown;
  raw?: string | Uint8Array<ArrayBuffer>;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** A platform with the same users, packages and bots as the other one. */
export interface Side {
  ask(ask: Ask): Promise<Answer>;
}

/** Names that stand for ids in paths and bodies: `{alpha}`. */
type Names = Map<string, string>;

const compared = [
  ...["content-type", "etag", "location", "allow", "www-authenticate", "retry-after", "cache-control"],
  "accept-encoding",
  ...["x-content-type-options", "upgrade", "idempotent-replayed"],
];

/** Starts the server, with an engine that starts no process, and the mock, each with the same content. */
export async function openBoth(): Promise<[server: Side, mock: Side]> {
  const server = await openPlatform({ settings: { readsPerMinute: 1e6, writesPerMinute: 1e6 } });
  const mock = await createMockPlatform({ users: [{ name: "admin" }] });
  await mock.listen();
  afterAll(() => Promise.all([server.close(), mock.close()]));
  return [await fill(server.platform.url, server.admin.key), await fill(mock.url, mock.key)];
}

const schema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {
    period: { type: "integer", minimum: 2, default: 5 },
    api_token: { type: "string", format: "password" },
  },
  additionalProperties: false,
};

async function fill(url: string, admin: string): Promise<Side> {
  const names: Names = new Map();
  const keys = new Map([["admin", admin]]);
  const ask = asking(url, keys, names);
  const made = async (request: Ask, status = 201) => {
    const { status: found, body } = await ask.raw(request);
    if (found !== status)
      throw new Error(`${request.method} ${request.path}: ${found} ${JSON.stringify(body)}`);
    return body as Record<string, string>;
  };
  await made({ method: "POST", path: "/users", body: { name: "bob" } });
  for (const [name, user, scopes] of [
    ["reader", undefined, ["read"]],
    ["deployer", undefined, ["read", "deploy"]],
    ["other", "bob", ["read", "deploy", "admin"]],
  ] as const) {
    const key = await made({
      method: "POST",
      path: "/api-keys",
      body: { name, scopes, ...(user && { user }) },
    });
    keys.set(name, key.key!);
    names.set(name, key.id!);
  }
  const packages = [
    { name: "alpha", queries: true, schema, readme: "# Alpha\n" },
    { name: "alpha", version: "1.1.0", queries: true, schema },
    { name: "silent" },
    { name: "daily", type: "scheduled" as const, queries: true },
  ];
  for (const shape of packages) {
    const raw = new Uint8Array(await packageOf(shape));
    await made({
      method: "POST",
      path: "/custom-bots",
      raw,
      headers: { "content-type": "application/gzip" },
    });
  }
  const bots = [
    { name: "alpha", type: "realtime/alpha", version: "1.0.0", config: { api_token: "secret-1" } },
    { name: "silent", type: "realtime/silent", version: "latest", config: {} },
    { name: "daily", type: "scheduled/daily", version: "latest", schedule: "0 0 1 1 *", config: {} },
    { name: "stopped", type: "realtime/alpha", version: "^1.0", config: {} },
  ];
  for (const body of bots)
    names.set(body.name, (await made({ method: "POST", path: "/bots", body })).bot_id!);
  await made({ method: "POST", path: "/bots/{stopped}/stop" }, 202);
  for (const [bot, status] of [
    ["alpha", "running"],
    ["silent", "running"],
    ["daily", "idle"],
    ["stopped", "stopped"],
  ])
    await made({ method: "GET", path: `/bots/{${bot}}/wait?status=${status}` }, 200);
  return { ask: ask.compared };
}

function asking(url: string, keys: Map<string, string>, names: Names) {
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (all, name) => names.get(name) ?? all);
  const send = async ({ method, path, key = "admin", headers = {}, body, raw }: Ask) => {
    const target = path.startsWith("!") ? path.slice(1) : `/api/v1${path}`;
    const sent = raw ?? (body === undefined ? undefined : filled(JSON.stringify(body)));
    const response = await fetch(url + filled(target), {
      method,
      headers: {
        ...(key !== null && { authorization: `ApiKey ${keys.get(key) ?? key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
      redirect: "manual",
    });
    const text = await response.text();
    const isJson = text !== "" && response.headers.get("content-type")?.includes("json");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return {
    raw: send,
    async compared(request: Ask): Promise<Answer> {
      const { status, headers, body } = await send(request);
      // A new run or bot can be named in later requests.
      const made = body as { id?: string; bot_id?: string } | null;
      if (status === 202 && made?.id?.startsWith("run_")) names.set("run", made.id);
      if (status === 201 && made?.bot_id) names.set("made", made.bot_id);
      if (status === 201 && typeof made?.id === "string") names.set("key", made.id);
      const shown = compared.flatMap((name) => {
        const value = headers.get(name);
        return value === null ? [] : [[name, general(value)]];
      });
      return { status, headers: Object.fromEntries(shown), body: JSON.parse(general(JSON.stringify(body))) };
    },
  };
}

/** Replaces what differs between two starts of the same platform: ids, times, keys and cursors. */
function general(text: string): string {
  return (
    text
      .replace(/(bot|run|usr)_[0-9a-z]{26}/g, "$1_…")
      .replace(/req_[0-9a-z]+/g, "req_…")
      .replace(/by_[0-9a-z]{10}(_[0-9A-Za-z]{49})?/g, "by_…")
      .replace(/\d{4}-\d\d-\d\dT[0-9:.]+Z/g, "…Z")
      .replace(/"(next_cursor)":"[^"]*"/g, '"$1":"…"')
      .replace(/(api-keys\/)[0-9a-z]{10}/g, "$1…")
      .replace(/"id":"[0-9a-z]{10}"/g, '"id":"…"')
      .replace(/The API key "?[0-9a-z]{10}|the API key [0-9a-z]{10}/g, "the API key …")
      // The engine of the test, in place of the server's own, does not set these.
      .replace(/\\*"(started_at|last_run_at)\\*":\\*"…Z\\*",/g, "")
      .replace(/\\*"running_revision\\*":\d+,/g, "")
      .replace(/"(name|key_name)":"(first key|mock)"/g, '"$1":"…"')
      .replace(/"(uptime_seconds|bytes)":\d+/g, '"$1":0')
  );
}
