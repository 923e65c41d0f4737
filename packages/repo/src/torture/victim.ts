import { percentile } from "../bench/numbers.ts";
import type { TestPlatform } from "../drive/platform.ts";

const bot = `
import { writeSync } from "node:fs";
let n = 0;
setInterval(() => writeSync(1, JSON.stringify({ _metric: "count", data: { n: n++ } }) + "\\n"), 200);
`;
const query = `
import { createServer } from "node:http";
const server = createServer((request, answer) => {
  request.resume().on("end", () => {
    answer.setHeader("content-type", "application/json");
    answer.end('{"pong":true}');
  });
});
server.listen(Number(process.env.QUERY_PORT), "127.0.0.1");
`;

/** How long the requests of a user waited, in milliseconds. */
export interface Waits {
  longest: number;
  median: number;
  count: number;
}

/** A user who does nothing wrong and has one bot, and what happens to both. */
export class Victim {
  readonly #platform: TestPlatform;
  readonly #headers: Record<string, string>;
  readonly #botId: string;
  /** What must not have happened, one sentence each. */
  readonly faults: string[] = [];

  private constructor(platform: TestPlatform, key: string, botId: string) {
    this.#platform = platform;
    this.#headers = { Authorization: `ApiKey ${key}` };
    this.#botId = botId;
  }

  static async begin(platform: TestPlatform): Promise<Victim> {
    const key = await platform.userKey("vera");
    const as = { Authorization: `ApiKey ${key}` };
    await platform.upload({ name: "steady", type: "realtime", bot, query, as });
    const made = await platform.call(
      "POST",
      "/bots",
      { name: "steady", type: "realtime/steady", version: "latest", config: {} },
      as,
    );
    const { bot_id } = made.json;
    await platform.call("GET", `/bots/${bot_id}/wait?status=running&timeout=60`, undefined, as);
    return new Victim(platform, key, bot_id);
  }

  /** Asks the platform and the bot, one request after another, until the work is done. */
  async watch(work: Promise<unknown>): Promise<Waits> {
    let isOver = false;
    const over = work.finally(() => {
      isOver = true;
    });
    const waits: number[] = [];
    const id = this.#botId;
    const requests = [
      () => this.#ask("GET", `/bots/${id}`),
      () => this.#ask("POST", `/query/${id}`, { query_path: "/ping", params: {} }),
      () => this.#ask("GET", `/bots/${id}/metrics/latest`),
    ];
    for (let n = 0; !isOver; n++) {
      const began = performance.now();
      const failure = await requests[n % requests.length]!();
      waits.push(performance.now() - began);
      if (failure !== undefined) this.faults.push(failure);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await over;
    return { longest: Math.max(...waits), median: percentile(waits, 50), count: waits.length };
  }

  async #ask(method: string, path: string, body?: object): Promise<string | undefined> {
    const answer = await this.#platform
      .call(method, path, body, this.#headers)
      .catch((error: Error) => ({ status: String(error.cause ?? error), text: "" }));
    return answer.status === 200 ? undefined : `${method} ${path} answered ${answer.status}: ${answer.text}`;
  }

  /** Checks that the bot has run without interruption and that nothing it put out was lost. */
  async check(): Promise<void> {
    const id = this.#botId;
    const { json } = await this.#platform.call("GET", `/bots/${id}`, undefined, this.#headers);
    const { status, restarts, dropped } = json;
    if (status !== "running" || restarts !== 0 || dropped.metrics !== 0)
      this.faults.push(
        `the bot is ${status}, was restarted ${restarts} times, lost ${dropped.metrics} metrics`,
      );
    let cursor = "";
    let next = 0;
    do {
      const path = `/bots/${id}/metrics/all?type=count&limit=200${cursor}`;
      const { status, text, json: page } = await this.#platform.call("GET", path, undefined, this.#headers);
      if (status !== 200) {
        this.faults.push(`GET ${path} answered ${status}: ${text}`);
        return;
      }
      for (const { data } of page.items)
        if (data.n !== next++) {
          this.faults.push(`after the metric ${next - 1} came ${data.n}`);
          return;
        }
      cursor = page.next_cursor === undefined ? "" : `&cursor=${encodeURIComponent(page.next_cursor)}`;
    } while (cursor !== "");
    if (next === 0) this.faults.push("the bot has put out nothing");
  }
}
