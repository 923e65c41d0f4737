import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freeIngested, readLines, watchGrowth } from "../../src/index.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "botyard-free-"));
  file = join(folder, "stdout");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("the disk space of ingested output", () => {
  it("is freed without changing offsets", async () => {
    writeFileSync(file, `${"x".repeat(32 << 20)}\n`);
    const offset = statSync(file).size;
    appendFileSync(file, "next\n");
    const before = statSync(file);
    await freeIngested(file, offset);
    expect(statSync(file).size).toBe(before.size);
    expect(statSync(file).blocks).toBeLessThan(before.blocks / 8);
    const { lines } = readLines(file, offset, { ended: false, lineBytes: 100 });
    expect(lines).toEqual([{ text: "next", truncated: false }]);
  });

  it("is not freed if there is little to gain or the file is missing", async () => {
    writeFileSync(file, "x".repeat(2 << 20));
    const before = statSync(file);
    await freeIngested(file, before.size);
    expect(statSync(file).blocks).toBe(before.blocks);
    await freeIngested(join(folder, "gone"), 1 << 30);
  });
});

describe("watching a file grow", () => {
  it("reports writes, many of them at once", async () => {
    writeFileSync(file, "");
    let told = () => {};
    let calls = 0;
    const next = () => new Promise<void>((resolve) => (told = resolve));
    const first = next();
    const stop = watchGrowth(file, () => {
      calls++;
      told();
    });
    await first;
    const second = next();
    for (let n = 0; n < 100; n++) appendFileSync(file, "x");
    await second;
    stop();
    expect(calls).toBeLessThan(20);
  });

  it("polls a file that does not exist yet", async () => {
    const grown = new Promise<void>((resolve) => {
      const stop = watchGrowth(file, () => {
        if (!statSync(file, { throwIfNoEntry: false })) return;
        stop();
        resolve();
      });
    });
    writeFileSync(file, "x");
    await grown;
  });
});
