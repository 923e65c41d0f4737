import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestPlatform, until } from "../../src/drive/platform.ts";

/** Common code of the bots: wait for the start signal, and write everything, however long it takes. */
const tools = `
import { existsSync, writeSync } from "node:fs";
const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const write = (text, stream = 1) => {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try { at += writeSync(stream, bytes, at); } catch (error) { if (error.code !== "ENOSPC") throw error; pause(20); }
  }
};
const many = (count, line) => Array.from({ length: count }, (_, n) => line(n) + "\\n").join("");
const metric = (type, data) => JSON.stringify({ _metric: type, timestamp: new Date().toISOString(), data });
const go = () => { while (!existsSync(process.env.STATE_DIR + "/go")) pause(10); };
const stay = () => setInterval(() => {}, 1000);
`;

interface Metrics {
  items: { type: string; data: { n: number } }[];
  total: number;
  downsampled: boolean;
  dropped: number;
}
export interface Line {
  seq: number;
  stream: string;
  level: string;
  message: string;
  dropped_before?: number;
  dropped_metrics?: number;
}

/** Bots that write much, and what their platform tells of their output. */
export class Teller {
  readonly platform: TestPlatform;

  constructor(platform: TestPlatform) {
    this.platform = platform;
  }

  /** Adds a bot whose code begins with the tools. Returns its id. */
  async bot(type: "realtime" | "scheduled", code: string, name = "teller"): Promise<string> {
    await this.platform.upload({ name, type, bot: tools + code });
    const schedule = type === "scheduled" ? { schedule: "0 0 1 1 *" } : {};
    return this.platform.create({ name, type: `${type}/${name}`, ...schedule });
  }

  /** Gives a bot its start signal. */
  release(id: string): void {
    writeFileSync(join(this.platform.data, "bots", id, "state", "go"), "");
  }

  /** Runs a bot, and returns the run when it has ended. */
  async run(id: string) {
    const { json } = await this.platform.call("POST", `/bots/${id}/run`);
    return until(async () => {
      const found = await this.platform.get<{ status: string; detail?: string; result?: unknown }>(
        `/runs/${json.id}`,
      );
      return !["queued", "running"].includes(found.status) && found;
    });
  }

  metrics(id: string, query = ""): Promise<Metrics> {
    return this.platform.get(`/bots/${id}/metrics${query}`);
  }

  async dropped(id: string): Promise<{ metrics: number; log_lines: number }> {
    const { dropped } = await this.platform.get<{ dropped: { metrics: number; log_lines: number } }>(
      `/bots/${id}`,
    );
    return dropped;
  }

  async log(id: string): Promise<Line[]> {
    const lines: Line[] = [];
    for (;;) {
      const after = lines.at(-1)?.seq ?? 0;
      const { items } = await this.platform.get<{ items: Line[] }>(
        `/bots/${id}/logs?after=${after}&limit=1000`,
      );
      if (items.length === 0) return lines;
      lines.push(...items);
    }
  }
}
