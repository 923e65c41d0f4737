import { randomBytes } from "node:crypto";
import { isObject, type Json, type JsonObject, read, write } from "../../json/index.ts";
import type { GivenBot, OpenPlatform } from "../model.ts";
import { HttpClient, type Incoming } from "../run/http.ts";
import { keyScopes, sharedUsers } from "../vocabulary.ts";
import { archiveOf, filesOf, identityOf } from "./packages.ts";

/** The preparation of a case failed, so that its steps were not run. */
export class PreparationFailed extends Error {
  override readonly name = "PreparationFailed";
}

/**
 * Users, keys, packages and bots that cases need, created when they are first needed. On a platform without an operator's
 * key they are invented: a case must fail there because of its steps, not because of its preparations.
 */
export class World {
  readonly #open: OpenPlatform;
  readonly #client = new HttpClient();
  readonly #keys = new Map<string, Promise<string>>();
  readonly #uploads = new Map<string, Promise<void>>();
  readonly #users = new Map<string, Promise<void>>();
  readonly #made: string[] = [];

  constructor(open: OpenPlatform) {
    this.#open = open;
  }

  /** Name that a user of the cases has on the platform. */
  static userName(user: string, nonce: string): string {
    return `conformance-${sharedUsers.includes(user) ? user : `${user}-${nonce}`}`;
  }

  /** Returns a key by its name, such as `alice.read`. */
  key(name: string, nonce: string): Promise<string> {
    const [user = "", scope = ""] = name.split(".");
    if (name === "operator" && this.#open.adminKey !== null) return Promise.resolve(this.#open.adminKey);
    if (!keyScopes[scope]) throw new PreparationFailed(`there is no key ${name}`);
    if ("two-users" in this.#open.lacks && user === "alice" && this.#open.adminKey !== null)
      return Promise.resolve(this.#open.adminKey);
    return this.#keyOf(World.userName(user, nonce), scope);
  }

  #keyOf(owner: string, scope: string): Promise<string> {
    return once(this.#keys, `${owner} ${scope}`, async () => {
      if (this.#open.adminKey === null) return `by_0123456789_${"x".repeat(49)}`;
      await this.#addUser(owner);
      const name = `conformance ${scope}`.trim();
      const wanted = { name, scopes: keyScopes[scope], user: owner };
      const made = await this.#call("POST", "/api-keys", this.#open.adminKey, wanted);
      this.#made.push(String(made.get("id")));
      return String(made.get("key"));
    });
  }

  /** Adds a user, unless an earlier run left it. */
  #addUser(name: string): Promise<void> {
    return once(this.#users, name, async () => {
      const body = Buffer.from(JSON.stringify({ name }));
      const answer = await this.#request("POST", "/users", this.#open.adminKey!, body, "application/json");
      if (answer.problem !== null || ![201, 409].includes(answer.status))
        throw new PreparationFailed(`POST /users: ${answer.problem ?? answer.body.toString()}`);
    });
  }

  /** Uploads a package for a user, unless that was done. */
  async upload(name: string, owner: string, nonce: string): Promise<void> {
    if (this.#open.adminKey === null) return;
    await once(this.#uploads, `${World.userName(owner, nonce)} ${name}`, async () => {
      const body = archiveOf({ of: name, files: {}, version: null });
      await this.#send("POST", "/custom-bots", await this.key(owner, nonce), body, "application/gzip");
    });
  }

  /** Creates a bot, waits for its status and returns its id. */
  async createBot(bot: GivenBot, nonce: string): Promise<string> {
    if (this.#open.adminKey === null) return `bot_${randomBytes(8).toString("hex")}`;
    await this.upload(bot.package, bot.owner, nonce);
    const { name, version, type } = identityOf(filesOf(bot.package));
    const key = await this.key(bot.owner, nonce);
    const instance: JsonObject = new Map<string, Json>([
      ["name", `${bot.name}-${nonce}`],
      ["type", `${type}/${name}`],
      ["version", version],
      ...(type === "scheduled" ? [["schedule", "0 0 1 1 *"] as const] : []),
      ["config", new Map()],
      ...bot.instance,
    ]);
    const made = await this.#call("POST", "/bots", key, instance);
    const id = String(made.get("bot_id"));
    const status = bot.status === "default" ? (type === "scheduled" ? "idle" : "running") : bot.status;
    if (status !== null) await this.#call("GET", `/bots/${id}/wait?status=${status}&timeout=30`, key);
    return id;
  }

  /** Deletes a bot; it may be gone already. */
  async deleteBot(id: string, owner: string, nonce: string): Promise<void> {
    if (this.#open.adminKey === null) return;
    await this.#request("DELETE", `/bots/${id}`, await this.key(owner, nonce));
  }

  /** On a platform that goes on running, revokes the keys that were created. */
  async close(): Promise<void> {
    const { isKept, adminKey } = this.#open;
    if (isKept && adminKey !== null) {
      // A user cannot be deleted; a disabled one has no access.
      for (const name of this.#users.keys())
        if (!sharedUsers.some((user) => name === World.userName(user, "")))
          await this.#request("POST", `/users/${name}/disable`, adminKey, Buffer.from("{}"));
      for (const id of this.#made) await this.#request("DELETE", `/api-keys/${id}`, adminKey);
    }
    this.#client.close();
  }

  async #call(method: string, path: string, key: string, body?: unknown): Promise<JsonObject> {
    const text = body === undefined ? null : body instanceof Map ? write(body as Json) : JSON.stringify(body);
    return this.#send(method, path, key, text === null ? null : Buffer.from(text), "application/json");
  }

  async #send(
    method: string,
    path: string,
    key: string,
    body: Uint8Array | null,
    type: string,
  ): Promise<JsonObject> {
    const answer = await this.#request(method, path, key, body, type);
    const text = answer.body.toString();
    if (answer.problem !== null || answer.status >= 300)
      throw new PreparationFailed(`${method} ${path}: ${answer.problem ?? `${answer.status} ${text}`}`);
    const json = read(text);
    return isObject(json) ? json : new Map();
  }

  async #request(
    method: string,
    path: string,
    key: string,
    body: Uint8Array | null = null,
    type = "application/json",
  ): Promise<Incoming> {
    const headers = { authorization: `ApiKey ${key}`, ...(body ? { "content-type": type } : {}) };
    for (;;) {
      const url = `${this.#open.directUrl}/api/v1${path}`;
      const answer = await this.#client.send({ method, url, headers, body });
      if (answer.status !== 429) return answer;
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers["retry-after"] ?? 1)));
    }
  }
}

/** Returns what `make` returned the first time; a failure is not kept. */
function once<T>(known: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(name);
  if (found) return found;
  const made = make();
  known.set(name, made);
  made.catch(() => known.delete(name));
  return made;
}
