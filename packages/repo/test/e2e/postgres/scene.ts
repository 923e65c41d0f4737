import { expect } from "vitest";
import { TestPlatform, until } from "../../../src/drive/platform.ts";
import type { PostgresServer } from "../../../src/drive/postgres.ts";
import { Wire } from "../../../src/drive/wire.ts";
import { TickingBot, ticker, WritingBot, writer } from "./bots.ts";
import { Changer, Creator, Reader, Starter } from "./clients.ts";

export const user = "botyard";
export const password = "planted-pass";
export const database = "records";

const never = { schedule: "0 0 1 1 *", version: "latest", config: {} };

/** A platform on a server, with bots that write and are due, and clients that write. */
export class Scene {
  readonly platform = new TestPlatform();
  /** The server now: a standby may have taken its place. */
  server: PostgresServer;
  readonly wire: Wire;
  readonly writers: WritingBot[] = [];
  readonly tickers: TickingBot[] = [];
  /** Bots that are started by hand only. */
  readonly byHand: { bot: TickingBot; client: Starter }[] = [];
  readonly changers: Changer[] = [];
  creator!: Creator;
  #working: Promise<unknown> = Promise.resolve();

  private constructor(server: PostgresServer, wire: Wire) {
    this.server = server;
    this.wire = wire;
  }

  get url(): string {
    return `postgres://${user}:${password}@127.0.0.1:${this.wire.port}/${database}`;
  }

  get clients() {
    return [...this.changers, ...this.byHand.map(({ client }) => client), this.creator];
  }

  /** @param options.tablespace where the records are (default: with the server's own data) */
  static async open(server: PostgresServer, options: { tablespace?: string } = {}): Promise<Scene> {
    const { tablespace } = options;
    await server.query("postgres", `create role ${user} login password '${password}'`);
    await server.query(
      "postgres",
      `create database ${database} owner ${user}${tablespace ? ` tablespace ${tablespace}` : ""}`,
    );
    const scene = new Scene(server, await Wire.to(server.port));
    try {
      await scene.#populate();
    } catch (error) {
      await scene.close();
      throw error;
    }
    return scene;
  }

  async #populate(): Promise<void> {
    const { platform } = this;
    await platform.start(["--json", "--verbose"], {
      PLATFORM_DATABASE_URL: this.url,
      PLATFORM_WRITES_PER_MINUTE: "100000",
    });
    // The first line of the log with its address comes before it is ready.
    await until(async () => (await this.probe("/readyz")).status === 200);
    await platform.upload({ name: "writer", type: "realtime", bot: writer });
    await platform.upload({ name: "ticker", type: "scheduled", bot: ticker });
    for (let n = 0; n < 10; n++)
      this.writers.push(
        new WritingBot(platform, await platform.create({ name: `writer ${n}`, type: "realtime/writer" })),
      );
    const scheduled = async (name: string, more: object) =>
      platform.create({ ...never, name, type: "scheduled/ticker", ...more });
    for (let n = 0; n < 5; n++)
      this.tickers.push(
        new TickingBot(platform, await scheduled(`ticker ${n}`, { ...often, schedule: "* * * * *" })),
      );
    for (let n = 0; n < 2; n++) {
      const bot = await scheduled(`by hand ${n}`, {});
      this.byHand.push({ bot: new TickingBot(platform, bot), client: new Starter(platform, bot) });
      this.changers.push(new Changer(platform, await scheduled(`changed ${n}`, {})));
    }
    this.creator = new Creator(platform, { ...never, type: "scheduled/ticker" });
    await Promise.all(this.writers.map(({ id }) => platform.waitFor(id, "running")));
    const all = [...this.clients, new Reader(platform)];
    this.#readers.push(all.at(-1) as Reader);
    this.#working = Promise.all(all.map((client) => client.work()));
    // Told by the round that finds it.
    this.#working.catch(() => {});
  }

  readonly #readers: Reader[] = [];

  /** Milliseconds that the slowest request took. */
  get longestMs(): number {
    return Math.max(...[...this.clients, ...this.#readers].map(({ longestMs }) => longestMs));
  }

  get refused(): Record<string, number> {
    const all: Record<string, number> = {};
    for (const { refused } of [...this.clients, ...this.#readers])
      for (const [code, times] of refused) all[code] = (all[code] ?? 0) + times;
    return all;
  }

  /** Rejects when a client fails, otherwise returns what `work` does. */
  async during<T>(work: Promise<T>): Promise<T> {
    const failed = this.#working.then(() => new Promise<never>(() => {}));
    return Promise.race([work, failed]);
  }

  async probe(path: "/healthz" | "/readyz"): Promise<{ status: number; code?: string; detail?: string }> {
    const answer = await fetch(`${this.platform.url}${path}`, { signal: AbortSignal.timeout(20_000) });
    const { code, detail } = (await answer.json()) as { code?: string; detail?: string };
    return { status: answer.status, ...(code && { code }), ...(detail && { detail }) };
  }

  /** Waits until the platform says that its store is away. Returns what it says. */
  async untilAway(code = "store_unavailable"): Promise<string> {
    const { detail } = await until(async () => {
      const found = await this.probe("/readyz");
      return found.code === code && found;
    });
    expect((await this.probe("/healthz")).status).toBe(200);
    return detail ?? "";
  }

  /** Waits until the platform works as before, and looks at everything that it has acknowledged. */
  async expectWhole(): Promise<void> {
    await until(async () => (await this.probe("/readyz")).status === 200);
    await this.during(
      Promise.all([
        ...this.writers.map((writer) => writer.readsOn()),
        ...this.clients.map((client) => goesOn(client)),
      ]),
    );
    for (const writer of this.writers) await writer.expectUntouched();
    for (const changer of this.changers) await changer.expectKept();
    for (const ticker of this.tickers) await ticker.expectTicks();
  }

  /** Ends the clients once their requests are answered. */
  async endClients(): Promise<void> {
    for (const client of [...this.clients, ...this.#readers]) client.stop();
    await this.#working;
  }

  /** Ends the clients, and looks at everything once more. */
  async end(): Promise<void> {
    await this.endClients();
    for (const changer of this.changers) await changer.expectKept();
    for (const { bot, client } of this.byHand) await bot.expectRuns(client.runs);
    // The engine knows each of them.
    const created = await until(async () => {
      const found = (await this.#bots()).filter(({ name }) => name.startsWith("created "));
      return found.every(({ status }) => status === "idle") && found.map(({ name }) => name);
    });
    expect(created.sort()).toEqual([...this.creator.names].sort());
    for (const writer of this.writers) await writer.read();
    this.expectNoPassword();
  }

  /** Neither the log with all that the platform tells, nor the environment of a bot has it. */
  expectNoPassword(): void {
    expect(this.platform.said.length).toBeGreaterThan(0);
    expect(this.platform.said.join("\n")).not.toContain(password);
    for (const writer of this.writers)
      for (const text of writer.environments()) expect(text).not.toContain(password);
  }

  async #bots(): Promise<{ name: string; status: string }[]> {
    const bots: { name: string; status: string }[] = [];
    for (let cursor = ""; ; ) {
      const path = `/bots?limit=200${cursor && `&cursor=${cursor}`}`;
      const page = await this.platform.get<{ items: typeof bots; next_cursor?: string }>(path);
      bots.push(...page.items);
      if (page.next_cursor === undefined) return bots;
      cursor = page.next_cursor;
    }
  }

  async close(): Promise<void> {
    for (const client of [...this.clients.filter(Boolean), ...this.#readers]) client.stop();
    try {
      await this.platform.close();
    } finally {
      // Left over if the platform could not delete its bots.
      for (const writer of this.writers) writer.kill();
      await this.wire.close();
      await this.server.close();
    }
  }
}

/** No tick is missed because a fault lasted. */
const often = { start_deadline_seconds: 600 };

async function goesOn(client: { acknowledged: number }): Promise<void> {
  const { acknowledged } = client;
  // The next one may have been on its way.
  await until(async () => client.acknowledged >= acknowledged + 2);
}
