import { createHash, createHmac } from "node:crypto";
import { type Child, startChild, stopChild } from "../../../src/start/children.ts";

/** A server of the examples, and its address. */
export interface Service {
  url: string;
  child: Child;
}

async function start(folder: string, args: string[]): Promise<Service> {
  const { child, found: url } = await startChild(
    folder,
    [`examples/${folder}/src/main.ts`, ...args],
    {},
    (line) => /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0],
  );
  return { url, child };
}

export const startExchange = (): Promise<Service> => start("local-exchange", ["--port", "0"]);

/** A price feed that stays at a day until it is moved to another one. */
export class FixedFeed {
  #service: Service;
  private constructor(service: Service) {
    this.#service = service;
  }

  static async start(day: string): Promise<FixedFeed> {
    return new FixedFeed(await start("price-feed", ["--port", "0", "--now", day]));
  }

  get url(): string {
    return this.#service.url;
  }

  /** Starts again at the same address, with another day. */
  async moveTo(day: string): Promise<void> {
    await this.stop();
    this.#service = await start("price-feed", ["--port", new URL(this.url).port, "--now", day]);
  }

  stop(): Promise<void> {
    return stopChild(this.#service.child);
  }

  async closes(symbol: string, limit: number): Promise<{ date: string; close: number }[]> {
    const answer = await fetch(`${this.url}/v1/prices?symbol=${symbol}&limit=${limit}`);
    return ((await answer.json()) as { prices: { date: string; close: number }[] }).prices;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for and asserts on it.
export async function askExchange(url: string, method: string): Promise<any> {
  const nonce = `${Date.now()}`;
  const body = `nonce=${nonce}`;
  const path = `/0/private/${method}`;
  const digest = createHash("sha256").update(`${nonce}${body}`).digest();
  const secret = Buffer.from("bG9jYWwtc2VjcmV0", "base64");
  const sign = createHmac("sha512", secret).update(path).update(digest).digest("base64");
  const headers = { "API-Key": "local-key-test", "API-Sign": sign };
  const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: new URLSearchParams(body) });
  const { error, result } = (await answer.json()) as { error: string[]; result: unknown };
  if (error.length > 0) throw new Error(`${method}: ${error.join(", ")}`);
  return result;
}
