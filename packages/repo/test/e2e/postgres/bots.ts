import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { type TestPlatform, until } from "../../../src/drive/platform.ts";

/** Prints its process id at the start, then a running number every 20 ms. */
export const writer = `
import { writeSync } from "node:fs";
writeSync(1, JSON.stringify({ level: "info", message: "born", pid: process.pid }) + "\\n");
let n = 0;
setInterval(() => {
  n += 1;
  writeSync(1, JSON.stringify({ level: "info", message: "line", n }) + "\\n");
}, 20);
`;

/** Says at which tick it was started, or that it was started by hand. */
export const ticker = `
import { writeSync } from "node:fs";
writeSync(1, JSON.stringify({ level: "info", message: "ran", run: process.env.RUN_ID }) + "\\n");
`;

const minute = 60_000;

interface Line {
  seq: number;
  stream: string;
  message: string;
  fields?: { n?: number; pid?: number; run?: string };
}

interface Run {
  id: string;
  tick?: string;
  status: string;
}

/** Reads all lines of a bot after one of them. */
async function linesAfter(platform: TestPlatform, bot: string, after: number): Promise<Line[]> {
  const lines: Line[] = [];
  for (;;) {
    const from = lines.at(-1)?.seq ?? after;
    const { items } = await platform.get<{ items: Line[] }>(`/bots/${bot}/logs?after=${from}&limit=1000`);
    if (items.length === 0) return lines;
    lines.push(...items);
  }
}

/** A bot that writes all the time, and what has been read of it. */
export class WritingBot {
  readonly #platform: TestPlatform;
  readonly id: string;
  /** The number in its last line that was read. */
  last = 0;
  #seq = 0;
  #pids: unknown[] = [];

  constructor(platform: TestPlatform, id: string) {
    this.#platform = platform;
    this.id = id;
  }

  /** Reads on: no line is missing and none is there twice. */
  async read(): Promise<void> {
    for (const { seq, stream, message, fields } of await linesAfter(this.#platform, this.id, this.#seq)) {
      expect(seq, `sequence of ${this.id}`).toBe(++this.#seq);
      if (message === "born") this.#pids.push(fields?.pid);
      else if (stream === "stdout") expect(fields?.n, `line of ${this.id}`).toBe(++this.last);
    }
  }

  /** Waits until a line is stored that the bot has written since now. */
  async readsOn(): Promise<void> {
    await this.read();
    const { last } = this;
    await until(async () => {
      await this.read();
      // In 20 ms each: more than what may have been read and not stored yet.
      return this.last > last + 100;
    });
  }

  kill(): void {
    try {
      process.kill(this.#pids[0] as number, "SIGKILL");
    } catch {}
  }

  /** What the processes of the bot have as their environment and arguments. */
  environments(): string[] {
    const found = readdirSync("/proc").flatMap((name) => {
      try {
        const [environment, argv] = ["environ", "cmdline"].map((file) =>
          readFileSync(`/proc/${name}/${file}`, "latin1"),
        );
        return environment!.includes(`BOT_ID=${this.id}\0`) ? [environment!, argv!] : [];
      } catch {
        return [];
      }
    });
    expect(found.length, `processes of ${this.id}`).toBeGreaterThan(0);
    return found;
  }

  /** It is the process that was started first. */
  async expectUntouched(): Promise<void> {
    const { restarts } = await this.#platform.get<{ restarts: number }>(`/bots/${this.id}`);
    expect({ restarts, births: this.#pids.length }).toEqual({ restarts: 0, births: 1 });
    expect(() => process.kill(this.#pids[0] as number, 0)).not.toThrow();
  }
}

/** A bot that is due every minute. */
export class TickingBot {
  readonly #platform: TestPlatform;
  readonly id: string;
  readonly #since = Date.now();

  constructor(platform: TestPlatform, id: string) {
    this.#platform = platform;
    this.id = id;
  }

  async runs(): Promise<Run[]> {
    return until(async () => {
      const runs: Run[] = [];
      for (let cursor = ""; ; ) {
        const path = `/bots/${this.id}/runs?limit=200${cursor && `&cursor=${cursor}`}`;
        const page = await this.#platform.get<{ items: Run[]; next_cursor?: string }>(path);
        runs.push(...page.items);
        if (page.next_cursor === undefined) break;
        cursor = page.next_cursor;
      }
      return runs.every(({ status }) => !["queued", "running"].includes(status)) && runs;
    });
  }

  /** Each tick since its creation has one run, and its process was started once. */
  async expectTicks(): Promise<void> {
    const due: string[] = [];
    // The one of this minute may still be on its way.
    for (let at = Math.ceil(this.#since / minute) * minute; at < Date.now() - 5_000; at += minute)
      due.push(new Date(at).toISOString());
    await until(async () => {
      const ticks = new Set((await this.runs()).map(({ tick }) => tick));
      return due.every((tick) => ticks.has(tick));
    });
    await this.expectRuns([]);
  }

  /** Each tick has one run, and each run by hand is one of these. The process of each was started once. */
  async expectRuns(byHand: readonly string[]): Promise<void> {
    const runs = await this.runs();
    const ticks = runs.flatMap(({ tick }) => tick ?? []);
    expect(new Set(ticks).size, "a tick has two runs").toBe(ticks.length);
    expect(runs.flatMap(({ id, tick }) => (tick === undefined ? id : [])).sort()).toEqual([...byHand].sort());
    const started = runs.filter(({ status }) => !["skipped", "missed", "canceled"].includes(status));
    expect(started.filter(({ status }) => status !== "success")).toEqual([]);
    const ids = started.map(({ id }) => id).sort();
    // Their output may be stored after their end.
    const ran = await until(async () => {
      const lines = await linesAfter(this.#platform, this.id, 0);
      const said = lines.flatMap(({ message, fields }) => (message === "ran" ? (fields?.run ?? []) : []));
      return said.length >= ids.length && said;
    });
    expect(ran.sort(), "what the processes said").toEqual(ids);
  }
}
