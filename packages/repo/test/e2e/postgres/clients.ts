import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { TestPlatform } from "../../../src/drive/platform.ts";

/** What a client may be told while the store has a fault. */
const refusals = ["store_unavailable", "disk_full", "disk_low", "rate_limited", "idempotency_in_progress"];
/** A request that takes longer hangs. */
const hangsMs = 30_000;

type Answer = Awaited<ReturnType<TestPlatform["call"]>>;

/** Sends requests one after another until it is told to stop, and knows what was acknowledged. */
abstract class Client {
  protected readonly platform: TestPlatform;
  acknowledged = 0;
  /** Code of each refusal, with its number. */
  readonly refused = new Map<string, number>();
  longestMs = 0;
  #stopped = false;

  constructor(platform: TestPlatform) {
    this.platform = platform;
  }

  protected abstract next(): () => Promise<Answer>;
  protected abstract accept(answer: Answer): void;

  stop(): void {
    this.#stopped = true;
  }

  async work(): Promise<void> {
    while (!this.#stopped) {
      const ask = this.next();
      // The same again, until it is acknowledged.
      for (;;) {
        const answer = await this.#timed(ask);
        if (answer.status < 300) {
          this.accept(answer);
          this.acknowledged += 1;
          break;
        }
        const { code } = answer.json ?? {};
        expect(refusals, answer.text).toContain(code);
        this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
        await pause(100);
      }
      await pause(20);
    }
  }

  async #timed(ask: () => Promise<Answer>): Promise<Answer> {
    const began = performance.now();
    const cancel = new AbortController();
    const hangs = pause(hangsMs, undefined, { signal: cancel.signal }).then(() => {
      throw new Error(`A request was not answered within ${hangsMs} ms.`);
    });
    hangs.catch(() => {});
    try {
      return await Promise.race([ask(), hangs]);
    } finally {
      cancel.abort();
      this.longestMs = Math.max(this.longestMs, performance.now() - began);
    }
  }
}

/** Changes the config of a bot to the next number, again and again. */
export class Changer extends Client {
  readonly #bot: string;
  #sent = 0;
  #kept = 0;

  constructor(platform: TestPlatform, bot: string) {
    super(platform);
    this.#bot = bot;
  }

  protected next() {
    this.#sent = this.#kept + 1;
    return () => this.platform.call("PATCH", `/bots/${this.#bot}`, { config: { n: this.#sent } });
  }

  protected accept(): void {
    this.#kept = this.#sent;
  }

  /** The config is the acknowledged one, or that of the request on its way. */
  async expectKept(): Promise<void> {
    const least = this.#kept;
    const { config } = await this.platform.get<{ config: { n?: number } }>(`/bots/${this.#bot}`);
    expect(config.n ?? 0, "an acknowledged change").toBeGreaterThanOrEqual(least);
    expect(config.n ?? 0, "a change that was not sent").toBeLessThanOrEqual(this.#sent);
  }
}

/** Runs a scheduled bot by hand, each time by one key. */
export class Starter extends Client {
  readonly #bot: string;
  /** The runs that were acknowledged. */
  readonly runs: string[] = [];

  constructor(platform: TestPlatform, bot: string) {
    super(platform);
    this.#bot = bot;
  }

  protected next() {
    const headers = { "Idempotency-Key": randomUUID() };
    return async () => {
      await pause(500);
      return this.platform.call("POST", `/bots/${this.#bot}/run`, undefined, headers);
    };
  }

  protected accept({ json }: Answer): void {
    this.runs.push(json.id);
  }
}

/** Creates bots, each time by one key. */
export class Creator extends Client {
  readonly #instance: object;
  readonly names: string[] = [];

  constructor(platform: TestPlatform, instance: object) {
    super(platform);
    this.#instance = instance;
  }

  protected next() {
    const name = `created ${this.names.length}`;
    const headers = { "Idempotency-Key": randomUUID() };
    return async () => {
      await pause(300);
      return this.platform.call("POST", "/bots", { ...this.#instance, name }, headers);
    };
  }

  protected accept({ json }: Answer): void {
    this.names.push(json.name);
  }
}

/** Reads, and is answered or refused soon. */
export class Reader extends Client {
  protected next() {
    return () => this.platform.call("GET", "/bots?limit=5");
  }

  protected accept(): void {}
}
