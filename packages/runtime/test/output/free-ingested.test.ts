import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freeIngested, LineReader, watchGrowth } from "../../src/index.ts";

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
    const reader = new LineReader(file, offset, 100);
    const [line] = reader.read(false).lines;
    expect(line?.bytes.toString("utf8", line.start, line.end)).toBe("next");
    reader.close();
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
  it("reports each write that follows", async () => {
    writeFileSync(file, "");
    let told = () => {};
    const stop = watchGrowth(file, () => told());
    for (const text of ["a", "b", "c"]) {
      const next = new Promise<void>((resolve) => (told = resolve));
      appendFileSync(file, text);
      await next;
    }
    stop();
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
