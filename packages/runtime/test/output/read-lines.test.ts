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

/** Reads all available lines and returns them with the final offset. */
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

describe("reading a bot's output", () => {
  it("returns every complete line once, whatever the read size", () => {
    const printed = Array.from({ length: 500 }, (_, n) => `line ${n} ${"é".repeat(n % 30)}`);
    writeFileSync(file, `${printed.join("\n")}\n`);
    for (const maxBytes of [1, 101, 137, 5000, 1 << 20]) {
      expect(readAll(0, { maxBytes }).texts).toEqual(printed);
    }
  });

  it("continues from any offset it has returned", () => {
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

  it("keeps lines with bytes that are not UTF-8", () => {
    writeFileSync(file, Buffer.from([0xff, 0x0a, 0x61, 0xc3, 0x0a, 0x62, 0x0a]));
    expect(readAll(0).texts).toEqual(["\ufffd", "a\ufffd", "b"]);
  });

  it("cuts a long line, marks it, and skips its rest, however it arrives", () => {
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

  it("does not cut inside a character", () => {
    writeFileSync(file, `${"x".repeat(99)}€€\n`);
    expect(readAll(0).lines).toEqual([{ text: "x".repeat(99), truncated: true }]);
  });

  it("skips and counts bytes beyond the unread limit, and continues at a whole line", () => {
    writeFileSync(file, `${"0123456789\n".repeat(1000)}`);
    const { texts, skippedBytes, offset } = readAll(0, { unreadBytes: 5000 });
    expect(skippedBytes).toBe(8500);
    expect(texts).toHaveLength(227);
    expect(new Set(texts)).toEqual(new Set(["0123456789"]));
    expect(offset).toBe(11_000);
  });

  it("reads a truncated file from the start", () => {
    writeFileSync(file, "a long first life\n");
    const { offset } = readAll(0);
    truncateSync(file);
    appendFileSync(file, "again\n");
    expect(readAll(offset)).toMatchObject({ texts: ["again"], offset: 6 });
  });

  it("finds no lines in a missing file", () => {
    expect(readAll(0)).toMatchObject({ texts: [], offset: 0 });
  });
});
