import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linesAtOnce } from "@botyard/runtime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Gathered } from "../../src/output/gathered.ts";
import { Masker } from "../../src/output/masking/masker.ts";
import { Rate } from "../../src/output/rate.ts";
import { OutputStream } from "../../src/output/stream.ts";

const masker = new Masker();
let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "botyard-stream-"));
  path = join(dir, "stdout");
  writeFileSync(path, "");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe("one stream of a launch", () => {
  test("reads dropped lines again after a crash that came before their number was stored", () => {
    const rate = new Rate(0, 10, 0);
    const options = { stream: "stdout", path, masker, rate } as const;
    const limits = { lineBytes: 100, unreadBytes: 1e9 };
    const stream = new OutputStream({ ...options, ...limits, offset: 0 });
    const into: Gathered = { lines: [], metrics: [] };
    appendFileSync(path, "a\n".repeat(30));
    stream.gather(into, new Date(0), false);
    expect(into.lines.map(({ dropped_before: droppedBefore = 0 }) => droppedBefore)).toEqual([
      ...Array(9).fill(0),
      20,
    ]);
    expect(stream.offset).toBe(60);
    appendFileSync(path, "b\n".repeat(30));
    stream.gather(into, new Date(0), false);
    expect(into.lines).toHaveLength(10);
    expect(stream.offset).toBe(60);
    const successor = new OutputStream({ ...options, ...limits, offset: stream.offset });
    successor.gather(into, new Date(0), true);
    expect(into.lines.at(-1)).toMatchObject({ stream: "system", dropped_before: 30 });
    stream.close();
    successor.close();
  });

  test("reports dropped lines together with a metric that follows them, so that a crash does not duplicate the metric", () => {
    const options = { stream: "stdout", path, masker, rate: new Rate(0, 0, 0) } as const;
    const limits = { lineBytes: 100, unreadBytes: 1e9 };
    const stream = new OutputStream({ ...options, ...limits, offset: 0 });
    const into: Gathered = { lines: [], metrics: [] };
    appendFileSync(path, `${"a\n".repeat(30)}{"_metric":"m"}\n${"b\n".repeat(5)}`);
    stream.gather(into, new Date(0), false);
    expect(into.metrics).toHaveLength(1);
    expect(stream.offset).toBe(0);
    stream.conclude(into, new Date(0));
    expect(into.lines).toMatchObject([{ stream: "system", dropped_before: 35 }]);
    expect(stream.offset).toBe(86);
    appendFileSync(path, "c\n".repeat(5));
    stream.gather(into, new Date(0), false);
    stream.conclude(into, new Date(0));
    expect(into.lines).toHaveLength(1);
    expect(stream.offset).toBe(86);
    stream.close();
  });

  test("drops output until an eighth of the limit is free, and reports it once", () => {
    const rate = new Rate(1e9, 1e9, 0);
    const limits = { lineBytes: 100, unreadBytes: 320 * 1024 };
    const stream = new OutputStream({ stream: "stdout", path, masker, rate, ...limits, offset: 0 });
    const into: Gathered = { lines: [], metrics: [] };
    const line = `{"_metric":"m","n":1}${" ".repeat(42)}\n`;
    appendFileSync(path, line.repeat(12 * 512));
    while (into.metrics.length === 0) stream.gather(into, new Date(0), false);
    expect(into.lines).toMatchObject([{ level: "error", dropped_metrics: 3 * 512 }]);
    expect(stream.offset).toBe((3 * 512 + linesAtOnce) * 64);
    stream.close();
  });

  test("knows what of the file is not needed, and forgets it when the bot truncates the file", () => {
    const limits = { lineBytes: 100, unreadBytes: 64 * 1024, rate: new Rate(1e9, 1e9, 0) };
    const stream = new OutputStream({ stream: "stdout", path, masker, ...limits, offset: 0 });
    appendFileSync(path, `${"x".repeat(63)}\n`.repeat(8 * 1024));
    while (stream.drop());
    const [unneeded, ...others] = stream.takeUnneeded();
    expect(others).toEqual([]);
    expect(unneeded?.from).toBe(0);
    expect(unneeded?.to).toBeGreaterThanOrEqual(448 * 1024);
    expect(unneeded?.to).toBeLessThan(512 * 1024);
    appendFileSync(path, `${"x".repeat(63)}\n`.repeat(8 * 1024));
    while (stream.drop());
    writeFileSync(path, "new\n");
    const into: Gathered = { lines: [], metrics: [] };
    stream.gather(into, new Date(0), true);
    expect(into.lines.map(({ message }) => message)).toContain("new");
    expect(stream.takeUnneeded()).toEqual([]);
    stream.close();
  });

  test("reports dropped lines even if the bot writes nothing more", () => {
    const stream = new OutputStream({
      ...{ stream: "stdout", path, masker, rate: new Rate(0, 0, 0) },
      ...{ lineBytes: 100, unreadBytes: 1e9, offset: 0 },
    });
    const into: Gathered = { lines: [], metrics: [] };
    appendFileSync(path, "a\n".repeat(30));
    stream.gather(into, new Date(0), false);
    stream.gather(into, new Date(999), false);
    expect(into.lines).toEqual([]);
    stream.gather(into, new Date(1_000), false);
    expect(into.lines).toMatchObject([{ stream: "system", dropped_before: 30 }]);
    expect(stream.offset).toBe(60);
    stream.gather(into, new Date(5_000), false);
    expect(into.lines).toHaveLength(1);
    stream.close();
  });

  test("continues at the start of a file that a program truncated by opening /dev/stdout", () => {
    const options = { stream: "stdout", path, masker } as const;
    const limits = { lineBytes: 100, unreadBytes: 1e9, rate: new Rate(1e9, 1e9, 0) };
    const into: Gathered = { lines: [], metrics: [] };
    const said = () => into.lines.map(({ message }) => message);
    const stream = new OutputStream({ ...options, ...limits, offset: 0 });
    appendFileSync(path, "one\ntwo\nhalf a li");
    stream.gather(into, new Date(0), false);
    writeFileSync(path, "three\n");
    stream.gather(into, new Date(0), false);
    expect(said()).toEqual(["one", "two", "three"]);
    expect(stream.offset).toBe(6);
    stream.close();

    const successor = new OutputStream({ ...options, ...limits, offset: 6 });
    writeFileSync(path, "4\n");
    successor.gather(into, new Date(0), false);
    expect(said()).toEqual(["one", "two", "three", "4"]);
    successor.close();
  });

  test("detects from its offset that it is inside a line that was cut", () => {
    const options = { stream: "stdout", path, masker } as const;
    const limits = { lineBytes: 100, unreadBytes: 1e9, rate: new Rate(1e9, 1e9, 0) };
    writeFileSync(path, `${"x".repeat(500)}\nnext\n`);
    const stream = new OutputStream({ ...options, ...limits, offset: 300 });
    const into: Gathered = { lines: [], metrics: [] };
    stream.gather(into, new Date(0), false);
    stream.close();
    expect(into.lines.map(({ message }) => message)).toEqual(["next"]);
  });
});
