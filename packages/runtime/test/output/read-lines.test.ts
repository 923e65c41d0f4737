import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OutputLine, type ReadLinesOptions, readLines } from "../../src/index.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "botyard-output-"));
  file = join(folder, "stdout");
});
afterEach(() => rmSync(folder, { recursive: true }));

const running: ReadLinesOptions = { ended: false, lineBytes: 100, maxBytes: 1000 };

/** Reads until there is nothing more; every line and where reading ended. */
function readAll(offset: number, options: Partial<ReadLinesOptions> = {}) {
  const lines: OutputLine[] = [];
  let skippedBytes = 0;
  for (;;) {
    const batch = readLines(file, offset, { ...running, ...options });
    lines.push(...batch.lines);
    skippedBytes += batch.skippedBytes;
    offset = batch.offset;
    if (!batch.more) return { lines, texts: lines.map((line) => line.text), offset, skippedBytes };
  }
}

describe("reading what a bot has printed", () => {
  it("gives every complete line once, whatever the size of a read", () => {
    const printed = Array.from({ length: 500 }, (_, n) => `line ${n} ${"é".repeat(n % 30)}`);
    writeFileSync(file, `${printed.join("\n")}\n`);
    for (const maxBytes of [1, 101, 137, 5000, 1 << 20]) {
      expect(readAll(0, { maxBytes }).texts).toEqual(printed);
    }
  });

  it("goes on from any offset it has returned", () => {
    writeFileSync(file, "a\nb\n");
    const first = readLines(file, 0, running);
    appendFileSync(file, "c\n");
    expect(readLines(file, first.offset, running)).toEqual({
      lines: [{ text: "c", truncated: false }],
      offset: 6,
      skippedBytes: 0,
      more: false,
    });
  });

  it("waits for the rest of a line until the bot has ended", () => {
    writeFileSync(file, "whole\nhal");
    expect(readAll(0)).toMatchObject({ texts: ["whole"], offset: 6 });
    appendFileSync(file, "f\nlast");
    expect(readAll(6)).toMatchObject({ texts: ["half"], offset: 11 });
    expect(readAll(11, { ended: true })).toMatchObject({ texts: ["last"], offset: 15 });
    expect(readAll(15, { ended: true })).toMatchObject({ texts: [], offset: 15 });
  });

  it("splits at line feeds only", () => {
    writeFileSync(file, "a\r\nb\u2028c\u0085d\rf\0g\n\n");
    expect(readAll(0).texts).toEqual(["a\r", "b\u2028c\u0085d\rf\0g", ""]);
  });

  it("loses no line to bytes that are not UTF-8", () => {
    writeFileSync(file, Buffer.from([0xff, 0x0a, 0x61, 0xc3, 0x0a, 0x62, 0x0a]));
    expect(readAll(0).texts).toEqual(["\ufffd", "a\ufffd", "b"]);
  });

  it("cuts a long line, says so, and skips the rest of it, however it arrives", () => {
    writeFileSync(file, `${"x".repeat(100)}\n${"y".repeat(101)}\nshort\n${"z".repeat(5000)}`);
    const { lines, offset } = readAll(0, { maxBytes: 150 });
    expect(lines.map(({ text, truncated }) => [text[0], text.length, truncated])).toEqual([
      ["x", 100, false],
      ["y", 100, true],
      ["s", 5, false],
      ["z", 100, true],
    ]);
    appendFileSync(file, `${"z".repeat(5000)}\nnext\n`);
    expect(readAll(offset).texts).toEqual(["next"]);
  });

  it("does not cut through a character", () => {
    writeFileSync(file, `${"x".repeat(99)}€€\n`);
    expect(readAll(0).lines).toEqual([{ text: "x".repeat(99), truncated: true }]);
  });

  it("skips the older half of too much, counts the bytes, and goes on at a whole line", () => {
    writeFileSync(file, `${"0123456789\n".repeat(1000)}`);
    const { texts, skippedBytes, offset } = readAll(0, { unreadBytes: 5000 });
    expect(skippedBytes).toBe(8500);
    expect(texts).toHaveLength(227);
    expect(new Set(texts)).toEqual(new Set(["0123456789"]));
    expect(offset).toBe(11_000);
  });

  it("reads a file that was cut short from its beginning", () => {
    writeFileSync(file, "a long first life\n");
    const { offset } = readAll(0);
    truncateSync(file);
    appendFileSync(file, "again\n");
    expect(readAll(offset)).toMatchObject({ texts: ["again"], offset: 6 });
  });

  it("finds nothing in a file that is not there", () => {
    expect(readAll(0)).toMatchObject({ texts: [], offset: 0 });
  });
});
