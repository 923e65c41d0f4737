import { execFile } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { TestPlatform, until } from "../../src/drive/platform.ts";
import { canMount, SmallDisk } from "../../src/drive/small-disk.ts";
import { root } from "../../src/root.ts";

const mib = 1024 * 1024;

/** Common code of the bots in this file: wait for the start signal, and write everything, however long it takes. */
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
interface Line {
  seq: number;
  stream: string;
  level: string;
  message: string;
  dropped_before?: number;
  dropped_metrics?: number;
}

describe.runIf(canMount())("on a small disk, no output of a bot is lost without being reported:", () => {
  let disk: SmallDisk;
  let platform: TestPlatform;
  const begin = async (env: Record<string, string> = {}, bytes = 384 * mib) => {
    disk = new SmallDisk(bytes);
    platform = new TestPlatform({ data: join(disk.dir, "data") });
    await platform.start([], { PLATFORM_BOT_CPUS: "64", ...env });
  };
  afterEach(async () => {
    try {
      await platform.close();
    } finally {
      disk.close();
    }
  });

  const bot = async (type: "realtime" | "scheduled", code: string) => {
    await platform.upload({ name: "teller", type, bot: tools + code });
    const schedule = type === "scheduled" ? { schedule: "0 0 1 1 *" } : {};
    return platform.create({ name: "teller", type: `${type}/teller`, ...schedule });
  };
  const release = (id: string) => writeFileSync(join(platform.data, "bots", id, "state", "go"), "");
  const run = async (id: string) => {
    const { json } = await platform.call("POST", `/bots/${id}/run`);
    return until(async () => {
      const found = await platform.get<{ status: string; detail?: string; result?: unknown }>(
        `/runs/${json.id}`,
      );
      return !["queued", "running"].includes(found.status) && found;
    });
  };
  const metrics = (id: string, query = "") => platform.get<Metrics>(`/bots/${id}/metrics${query}`);
  const dropped = async (id: string) =>
    (await platform.get<{ dropped: { metrics: number; log_lines: number } }>(`/bots/${id}`)).dropped;
  const log = async (id: string) => {
    const lines: Line[] = [];
    for (;;) {
      const after = lines.at(-1)?.seq ?? 0;
      const { items } = await platform.get<{ items: Line[] }>(`/bots/${id}/logs?after=${after}&limit=1000`);
      if (items.length === 0) return lines;
      lines.push(...items);
    }
  };
  const sum = (lines: Line[], count: "dropped_before" | "dropped_metrics") =>
    lines.reduce((total, line) => total + (line[count] ?? 0), 0);
  const command = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(root, "packages/cli/bin/platform.mjs"), ...args], {
      env: { ...process.env, PLATFORM_API_URL: platform.url, PLATFORM_API_KEY: platform.key },
      maxBuffer: 64 * mib,
    });

  test("30,000 metrics written at once are all stored, in order", async () => {
    await begin();
    const id = await bot(
      "realtime",
      `write(many(30000, (n) => metric("abc"[Math.floor(n / 10000)], { n: n % 10000 }))); stay();`,
    );
    await until(async () => (await metrics(id, "/latest")).items.some(({ data }) => data.n === 9999));
    await until(async () => {
      const { items } = await metrics(id, "/latest");
      return items.length === 3 && items[2]?.data.n === 9999;
    });
    for (const type of ["a", "b", "c"]) {
      const kept = await metrics(id, `?type=${type}&max_points=10000`);
      expect(kept).toMatchObject({ total: 10_000, downsampled: false, dropped: 0 });
      expect(kept.items.map(({ data }) => data.n)).toEqual(Array.from({ length: 10_000 }, (_, n) => n));
    }
    expect(await dropped(id)).toEqual({ metrics: 0, log_lines: 0 });
    const { stdout, stderr } = await command("bot", "metrics", id, "--json");
    expect(JSON.parse(stdout).items.at(-1)).toMatchObject({ type: "c", data: { n: 9999 } });
    expect(stderr).toBe("");
  });

  test("a bot that exceeds the rate of log lines loses no metrics between them", async () => {
    await begin({ PLATFORM_LOG_RATE: "1000" });
    const id = await bot(
      "scheduled",
      `for (let part = 0; part < 50; part++)
        write(many(4000, (n) => "line " + n) + metric("part", { n: part }) + "\\n" + many(10, () => metric("more", {})));`,
    );
    expect(await run(id)).toMatchObject({ status: "success" });
    expect((await metrics(id, "?type=part")).items.map(({ data }) => data.n)).toEqual(
      Array.from({ length: 50 }, (_, n) => n),
    );
    expect(await metrics(id)).toMatchObject({ total: 550, dropped: 0 });
    const lines = await log(id);
    const kept = lines.filter(({ stream }) => stream === "stdout").length;
    expect(kept).toBeLessThan(200_000);
    expect(kept + sum(lines, "dropped_before")).toBe(200_000);
    expect(await dropped(id)).toMatchObject({ metrics: 0, log_lines: 200_000 - kept });
  });

  test("output beyond the unread limit is dropped, and bot, metrics and log report the counts", async () => {
    await begin({ PLATFORM_UNREAD_BYTES: String(mib), PLATFORM_LOG_BURST: "1000000" });
    const id = await bot(
      "realtime",
      `go(); write(many(60000, (n) => n % 3 === 0 ? "line " + n : metric("tick", { n }))); stay();`,
    );
    await platform.waitFor(id, "running");
    const launch = join(platform.data, "bots", id, "launches");
    const written = () => statSync(join(launch, readdirSync(launch)[0]!, "stdout")).size;
    // While it is stopped it cannot read, so the limit is certainly exceeded.
    platform.process!.kill("SIGSTOP");
    release(id);
    let size = -1;
    await until(async () => {
      const before = size;
      size = written();
      return size > 3 * mib && size === before;
    });
    platform.process!.kill("SIGCONT");
    await until(async () => (await metrics(id, "/latest")).items[0]?.data.n === 59_999);
    const lines = await log(id);
    const told = await dropped(id);
    expect(told.metrics).toBeGreaterThan(1_000);
    expect((await metrics(id)).total + told.metrics).toBe(40_000);
    expect(lines.filter(({ stream }) => stream === "stdout").length + told.log_lines).toBe(20_000);
    expect(await metrics(id)).toMatchObject({ dropped: told.metrics });
    const records = lines.filter(({ dropped_metrics }) => dropped_metrics);
    expect(sum(records, "dropped_metrics")).toBe(told.metrics);
    expect(sum(lines, "dropped_before")).toBe(told.log_lines);
    expect(records[0]).toMatchObject({
      stream: "system",
      level: "error",
      message: `${records[0]?.dropped_metrics} metrics and ${records[0]?.dropped_before} log lines of stdout were dropped: the unread output exceeded ${mib} bytes.`,
    });
    const { stdout } = await command("bot", "get", id);
    expect(stdout).toMatch(new RegExp(`dropped:\\s+${told.metrics} metrics, ${told.log_lines} log lines`));
    const { stderr } = await command("bot", "metrics", id);
    expect(stderr).toContain(`${told.metrics} metrics of this bot were dropped`);
  });

  test("while the disk is full metrics wait in their file, and all are stored once there is room", async () => {
    await begin({}, 96 * mib);
    const id = await bot("realtime", `go(); write(many(60000, (n) => metric("tick", { n }))); stay();`);
    await platform.waitFor(id, "running");
    writeFileSync(join(disk.dir, "filler"), Buffer.alloc(disk.free - 20 * mib));
    release(id);
    await until(async () => (await platform.call("POST", "/api-keys", { name: "more" })).status === 507);
    const { total } = await metrics(id);
    expect(total).toBeLessThan(60_000);
    rmSync(join(disk.dir, "filler"));
    await until(async () => (await metrics(id, "/latest")).items[0]?.data.n === 59_999);
    expect(await metrics(id)).toMatchObject({ total: 60_000, dropped: 0 });
    expect(await dropped(id)).toEqual({ metrics: 0, log_lines: 0 });
  });

  test("a metric over the line limit is dropped and reported, and the largest allowed one is stored", async () => {
    await begin({ PLATFORM_LINE_BYTES: "1024" });
    const id = await bot(
      "scheduled",
      `const sized = (type, bytes) => { const empty = metric(type, { x: "" }); return metric(type, { x: "y".repeat(bytes - empty.length) }) + "\\n"; };
      write(sized("largest", 65536) + sized("huge", 65537) + "x".repeat(2000) + "\\n" + metric("after", {}) + "\\n");`,
    );
    expect(await run(id)).toMatchObject({ status: "success" });
    const kept = await metrics(id);
    expect(kept.items.map(({ type }) => type)).toEqual(["largest", "after"]);
    expect(kept).toMatchObject({ dropped: 1 });
    const lines = (await log(id)).filter(({ message }) => !message.startsWith("Run "));
    expect(lines).toMatchObject([
      {
        stream: "system",
        level: "error",
        message: 'A metric of type "huge" was dropped: its line is 65537 bytes, more than 65536.',
        dropped_metrics: 1,
      },
      { stream: "stdout", truncated: true },
    ]);
    expect(await dropped(id)).toMatchObject({ metrics: 1, log_lines: 0 });
  });

  test("a large result that does not fit on the disk makes the run an error, a small one is stored", async () => {
    await begin({}, 96 * mib);
    const code = (bytes: number) => `
      import { writeFileSync } from "node:fs";
      const hold = process.env.STATE_DIR + "/hold";
      writeFileSync(process.env.RESULT_PATH, '{"x":"' + "y".repeat(${bytes}) + '"}');
      writeFileSync(hold, "");
      while (existsSync(hold)) pause(10);`;
    const ids: string[] = [];
    for (const [name, bytes] of Object.entries({ large: 900_000, small: 100 })) {
      await platform.upload({ name, type: "scheduled", bot: tools + code(bytes) });
      ids.push(await platform.create({ name, type: `scheduled/${name}`, schedule: "0 0 1 1 *" }));
    }
    const holds = ids.map((id) => join(platform.data, "bots", id, "state", "hold"));
    const runs = Promise.all(ids.map(run));
    await until(async () => holds.every((path) => existsSync(path)));
    writeFileSync(join(disk.dir, "filler"), Buffer.alloc(disk.free - mib));
    await until(async () => (await platform.call("POST", "/api-keys", { name: "more" })).status === 507);
    for (const path of holds) rmSync(path);
    expect(await runs).toMatchObject([
      { status: "error", detail: "The result of 900008 bytes was not stored: the disk is full." },
      { status: "success", result: { x: "y".repeat(100) } },
    ]);
    rmSync(join(disk.dir, "filler"));
    const ended = async (id: string) =>
      (await log(id)).some(({ message }) => message.startsWith("Run ended"));
    for (const id of ids) await until(() => ended(id));
  });

  test("a run whose result cannot be stored is an error with that reason", async () => {
    await begin();
    const id = await bot(
      "scheduled",
      `import { statSync, symlinkSync, writeFileSync } from "node:fs";
      const path = process.env.RESULT_PATH;
      const runs = process.env.STATE_DIR + "/runs.json";
      const before = existsSync(runs) ? statSync(runs).size : 0;
      writeFileSync(runs, "1".repeat(before + 1));
      const text = (bytes) => '{"x":"' + "y".repeat(bytes - 8) + '"}';
      if (before === 0) writeFileSync(path, text(1048576));
      if (before === 1) writeFileSync(path, text(1048577));
      if (before === 2) symlinkSync(runs, path);
      if (before === 3) writeFileSync(path, "{");`,
    );
    const largest = await run(id);
    expect(largest.status).toBe("success");
    expect(JSON.stringify(largest.result)).toHaveLength(1_048_576);
    expect(await run(id)).toEqual(
      expect.objectContaining({
        status: "error",
        exit_code: 0,
        detail: "The result was not stored: it is 1048577 bytes, more than 1048576.",
      }),
    );
    expect(await run(id)).toMatchObject({
      status: "error",
      detail: "The result was not stored: it is not a readable regular file.",
    });
    expect(await run(id)).toMatchObject({
      status: "success",
      detail: "The result was not stored: it is not valid JSON.",
    });
  });
});
