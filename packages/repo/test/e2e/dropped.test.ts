import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { TestPlatform, until } from "../../src/drive/platform.ts";
import { root } from "../../src/root.ts";
import { type Line, Teller } from "./teller.ts";

const mib = 1024 * 1024;

let platform: TestPlatform;
let teller: Teller;
const begin = async (env: Record<string, string> = {}) => {
  platform = new TestPlatform();
  teller = new Teller(platform);
  await platform.start([], { PLATFORM_BOT_CPUS: "64", ...env });
};
afterEach(() => platform.close());

const sum = (lines: Line[], count: "dropped_before" | "dropped_metrics") =>
  lines.reduce((total, line) => total + (line[count] ?? 0), 0);
const command = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(root, "packages/cli/bin/platform.mjs"), ...args], {
    env: { ...process.env, PLATFORM_API_URL: platform.url, PLATFORM_API_KEY: platform.key },
    maxBuffer: 64 * mib,
  });

test("30,000 metrics written at once are all stored, in order", async () => {
  await begin();
  const id = await teller.bot(
    "realtime",
    `write(many(30000, (n) => metric("abc"[Math.floor(n / 10000)], { n: n % 10000 }))); stay();`,
  );
  await until(async () => (await teller.metrics(id, "/latest")).items.some(({ data }) => data.n === 9999));
  await until(async () => {
    const { items } = await teller.metrics(id, "/latest");
    return items.length === 3 && items[2]?.data.n === 9999;
  });
  for (const type of ["a", "b", "c"]) {
    const kept = await teller.metrics(id, `?type=${type}&max_points=10000`);
    expect(kept).toMatchObject({ total: 10_000, downsampled: false, dropped: 0 });
    expect(kept.items.map(({ data }) => data.n)).toEqual(Array.from({ length: 10_000 }, (_, n) => n));
  }
  expect(await teller.dropped(id)).toEqual({ metrics: 0, log_lines: 0 });
  const { stdout, stderr } = await command("bot", "metrics", id, "--json");
  expect(JSON.parse(stdout).items.at(-1)).toMatchObject({ type: "c", data: { n: 9999 } });
  expect(stderr).toBe("");
});

test("a bot that exceeds the rate of log lines loses no metrics between them", async () => {
  await begin({ PLATFORM_LOG_RATE: "1000" });
  const id = await teller.bot(
    "scheduled",
    `for (let part = 0; part < 50; part++)
      write(many(4000, (n) => "line " + n) + metric("part", { n: part }) + "\\n" + many(10, () => metric("more", {})));`,
  );
  expect(await teller.run(id)).toMatchObject({ status: "success" });
  expect((await teller.metrics(id, "?type=part")).items.map(({ data }) => data.n)).toEqual(
    Array.from({ length: 50 }, (_, n) => n),
  );
  expect(await teller.metrics(id)).toMatchObject({ total: 550, dropped: 0 });
  const lines = await teller.log(id);
  const kept = lines.filter(({ stream }) => stream === "stdout").length;
  expect(kept).toBeLessThan(200_000);
  expect(kept + sum(lines, "dropped_before")).toBe(200_000);
  expect(await teller.dropped(id)).toMatchObject({ metrics: 0, log_lines: 200_000 - kept });
});

test("output beyond the unread limit is dropped, and bot, metrics and log report the counts", async () => {
  await begin({ PLATFORM_UNREAD_BYTES: String(mib), PLATFORM_LOG_BURST: "1000000" });
  const id = await teller.bot(
    "realtime",
    `go(); write(many(60000, (n) => n % 3 === 0 ? "line " + n : metric("tick", { n }))); stay();`,
  );
  await platform.waitFor(id, "running");
  const launch = join(platform.data, "bots", id, "launches");
  const written = () => statSync(join(launch, readdirSync(launch)[0]!, "stdout")).size;
  // While it is stopped it cannot read, so the limit is certainly exceeded.
  platform.process!.kill("SIGSTOP");
  teller.release(id);
  let size = -1;
  await until(async () => {
    const before = size;
    size = written();
    return size > 3 * mib && size === before;
  });
  platform.process!.kill("SIGCONT");
  await until(async () => (await teller.metrics(id, "/latest")).items[0]?.data.n === 59_999);
  const lines = await teller.log(id);
  const told = await teller.dropped(id);
  expect(told.metrics).toBeGreaterThan(1_000);
  expect((await teller.metrics(id)).total + told.metrics).toBe(40_000);
  expect(lines.filter(({ stream }) => stream === "stdout").length + told.log_lines).toBe(20_000);
  expect(await teller.metrics(id)).toMatchObject({ dropped: told.metrics });
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

test("a metric over the line limit is dropped and reported, and the largest allowed one is stored", async () => {
  await begin({ PLATFORM_LINE_BYTES: "1024" });
  const id = await teller.bot(
    "scheduled",
    `const sized = (type, bytes) => { const empty = metric(type, { x: "" }); return metric(type, { x: "y".repeat(bytes - empty.length) }) + "\\n"; };
    write(sized("largest", 65536) + sized("huge", 65537) + "x".repeat(2000) + "\\n" + metric("after", {}) + "\\n");`,
  );
  expect(await teller.run(id)).toMatchObject({ status: "success" });
  const kept = await teller.metrics(id);
  expect(kept.items.map(({ type }) => type)).toEqual(["largest", "after"]);
  expect(kept).toMatchObject({ dropped: 1 });
  const lines = (await teller.log(id)).filter(({ message }) => !message.startsWith("Run "));
  expect(lines).toMatchObject([
    {
      stream: "system",
      level: "error",
      message: 'A metric of type "huge" was dropped: its line is 65537 bytes, more than 65536.',
      dropped_metrics: 1,
    },
    { stream: "stdout", truncated: true },
  ]);
  expect(await teller.dropped(id)).toMatchObject({ metrics: 1, log_lines: 0 });
});

test("a run whose result cannot be stored is an error with that reason", async () => {
  await begin();
  const id = await teller.bot(
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
  const largest = await teller.run(id);
  expect(largest.status).toBe("success");
  expect(JSON.stringify(largest.result)).toHaveLength(1_048_576);
  expect(await teller.run(id)).toEqual(
    expect.objectContaining({
      status: "error",
      exit_code: 0,
      detail: "The result was not stored: it is 1048577 bytes, more than 1048576.",
    }),
  );
  expect(await teller.run(id)).toMatchObject({
    status: "error",
    detail: "The result was not stored: it is not a readable regular file.",
  });
  expect(await teller.run(id)).toMatchObject({
    status: "success",
    detail: "The result was not stored: it is not valid JSON.",
  });
});
