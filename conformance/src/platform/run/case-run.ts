import { randomBytes } from "node:crypto";
import { Num } from "../../json/index.ts";
import { match } from "../../judge/match.ts";
import { errorTable } from "../judge/error-table.ts";
import type { ExpectedAnswer, OpenPlatform, PlatformCase, StreamAct } from "../model.ts";
import { sharedUsers } from "../vocabulary.ts";
import { World } from "../world/world.ts";
import { CliFolder } from "./cli-folder.ts";
import { type HttpClient, type Incoming, isHere, type Outgoing } from "./http.ts";
import { keyHeaders } from "./key-headers.ts";
import { Names } from "./names.ts";
import { StreamClient } from "./stream-client.ts";

/** One run of one case: its names, its answers so far, and the way to the platform. */
export class CaseRun {
  readonly names = new Names();
  readonly kept = new Map<string, Incoming>();
  readonly open: OpenPlatform;
  readonly folder = new CliFolder();
  readonly streams = new Map<string, StreamClient>();
  readonly #world: World;
  readonly #client: HttpClient;
  readonly #nonce: string;
  /** An address of its own, because a platform may limit requests without a valid key by address. */
  readonly #from = `127.${[...randomBytes(3)].map((byte) => 1 + (byte % 250)).join(".")}`;

  constructor(open: OpenPlatform, world: World, client: HttpClient) {
    this.open = open;
    this.#world = world;
    this.#client = client;
    this.#nonce = randomBytes(5).toString("hex");
    this.names.set("nonce", this.#nonce);
    this.names.set("base_url", open.baseUrl);
    this.names.set("api_url", this.apiUrl);
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    this.names.set("today_compact", day(0).replaceAll("-", ""));
    for (const [i, name] of ["yesterday", "today", "tomorrow"].entries()) this.names.set(name, day(i - 1));
  }

  /** Makes `${soon}` a time after which the case need not wait long. */
  setTimes(): void {
    this.names.set("soon", new Date(Date.now() + 1500).toISOString());
  }

  get apiUrl(): string {
    return `${this.open.baseUrl}/api/v1`;
  }

  /** Makes the key available as `${key.name}`. */
  async useKey(name: string): Promise<void> {
    if (!this.names.values.has(`key.${name}`))
      this.names.set(`key.${name}`, await this.#world.key(name, this.#nonce));
  }

  /** Sends a request; a request beyond the rate limit is repeated when the platform allows it. */
  async send(outgoing: Outgoing, expect: ExpectedAnswer | null): Promise<Incoming> {
    for (let again = 0; ; again++) {
      const got = await this.#client.send({ ...outgoing, from: this.#from });
      const isLimited = got.status === 429 && got.headers["retry-after"] !== undefined;
      if (!isLimited || isExpected(expect, got.status) || again > 2) return got;
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(got.headers["retry-after"])));
    }
  }

  /** Opens a stream, in the place of an earlier one of that name. */
  async openStream(
    name: string,
    { key, headers }: Extract<StreamAct, { kind: "open" }>,
  ): Promise<StreamClient> {
    if (key !== null) await this.useKey(key);
    const all = keyHeaders(this.names, key, this.names.fill(headers));
    this.streams.get(name)?.end();
    const client = new StreamClient(
      `${this.apiUrl}/stream`,
      all,
      isHere(this.apiUrl) ? this.#from : undefined,
    );
    this.streams.set(name, client);
    return client;
  }

  /** Time until which something is repeated; a platform that knows nothing is asked once. */
  deadline(seconds: number | null): number {
    return performance.now() + (this.open.adminKey === null ? 0 : (seconds ?? 0)) * 1000;
  }

  /** Waits before a request is repeated. */
  pause(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, 50));
  }

  async prepare({ given, steps }: PlatformCase): Promise<void> {
    await this.#give({ given, steps });
    this.setTimes();
  }

  async #give({ given, steps }: Pick<PlatformCase, "given" | "steps">): Promise<void> {
    for (const user of [...sharedUsers, ...given.users])
      this.names.set(`user.${user}`, World.userName(user, this.#nonce));
    const text = JSON.stringify(steps, (_, value: unknown) =>
      value instanceof Map ? [...(value as Map<string, unknown>)] : value,
    );
    for (const [, name] of text.matchAll(/\$\{key\.([a-z.]+)\}/g)) await this.useKey(name!);
    await Promise.all(given.packages.map(({ name, owner }) => this.#world.upload(name, owner, this.#nonce)));
    await Promise.all(
      given.bots.map(async (bot) => {
        const filled = { ...bot, instance: this.names.fill(bot.instance) };
        this.names.set(`bot.${bot.name}`, await this.#world.createBot(filled, this.#nonce));
      }),
    );
  }

  /** Removes what the case has created, as far as its names tell. */
  async cleanUp({ given }: PlatformCase): Promise<void> {
    this.folder.remove();
    for (const stream of this.streams.values()) stream.end();
    const owners = new Map(given.bots.map(({ name, owner }) => [`bot.${name}`, owner]));
    const bots = [...this.names.values].filter(
      ([, value]) => typeof value === "string" && /^bot_\w+$/.test(value),
    );
    for (const [name, id] of bots)
      await this.#world.deleteBot(String(id), owners.get(name) ?? "alice", this.#nonce);
  }
}

/** Whether an answer with this status is one that the case is about. */
function isExpected(expect: ExpectedAnswer | null, status: number): boolean {
  if (expect?.problem != null) return errorTable().get(expect.problem)?.status === status;
  return expect?.status != null && !match(expect.status, new Num(String(status)));
}
