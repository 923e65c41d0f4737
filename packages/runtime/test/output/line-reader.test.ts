import { appendFileSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cutText, LineReader, linesAtOnce } from "../../src/index.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "botyard-output-"));
  file = join(folder, "stdout");
});
afterEach(() => rmSync(folder, { recursive: true }));

const lineBytes = 100;

/** Reads all available lines and returns them with the offset after them. */
function readAll(reader: LineReader, ended = false) {
  const lines: { text: string; truncated: boolean }[] = [];
  for (;;) {
    const piece = reader.read(ended);
    for (const { bytes, start, end, length } of piece.lines) {
      lines.push({ text: cutText(bytes.subarray(start, end), lineBytes), truncated: length > lineBytes });
    }
    if (piece.atEnd) return { lines, texts: lines.map(({ text }) => text), offset: piece.offset };
  }
}

function readFrom(offset: number, ended = false) {
  const reader = new LineReader(file, offset, lineBytes + 1);
  const read = readAll(reader, ended);
  reader.close();
  return read;
}

describe("reading a bot's output", () => {
  it("returns every complete line once, in pieces of limited size", () => {
    const printed = Array.from({ length: 5_000 }, (_, n) => `line ${n} ${"é".repeat(n % 30)}`);
    writeFileSync(file, `${printed.join("\n")}\n`);
    expect(readFrom(0).texts).toEqual(printed);
    const reader = new LineReader(file, 0, lineBytes);
    expect(reader.read(false)).toMatchObject({ lines: { length: linesAtOnce }, atEnd: false });
    reader.close();
  });

  it("continues from any offset it has returned, and with what was written since", () => {
    writeFileSync(file, "a\nb\n");
    const reader = new LineReader(file, 0, lineBytes);
    expect(readAll(reader)).toMatchObject({ texts: ["a", "b"], offset: 4 });
    appendFileSync(file, "c\n");
    expect(reader.unread()).toBe(2);
    expect(readAll(reader)).toMatchObject({ texts: ["c"], offset: 6 });
    reader.close();
    expect(readFrom(4)).toEqual({ lines: [{ text: "c", truncated: false }], texts: ["c"], offset: 6 });
  });

  it("waits for the rest of a line until the bot has ended", () => {
    writeFileSync(file, "whole\nhal");
    expect(readFrom(0)).toMatchObject({ texts: ["whole"], offset: 6 });
    appendFileSync(file, "f\nlast");
    expect(readFrom(6)).toMatchObject({ texts: ["half"], offset: 11 });
    expect(readFrom(11, true)).toMatchObject({ texts: ["last"], offset: 15 });
    expect(readFrom(15, true)).toMatchObject({ texts: [], offset: 15 });
  });

  it("splits at line feeds only", () => {
    writeFileSync(file, "a\r\nb\u2028c\u0085d\rf\0g\n\n");
    expect(readFrom(0).texts).toEqual(["a\r", "b\u2028c\u0085d\rf\0g", ""]);
  });

  it("keeps lines with bytes that are not UTF-8", () => {
    writeFileSync(file, Buffer.from([0xff, 0x0a, 0x61, 0xc3, 0x0a, 0x62, 0x0a]));
    expect(readFrom(0).texts).toEqual(["\ufffd", "a\ufffd", "b"]);
  });

  it("cuts a long line, however it arrives, and counts its bytes", () => {
    writeFileSync(file, `${"x".repeat(100)}\n${"y".repeat(101)}\nshort\n${"z".repeat(50_000)}`);
    const reader = new LineReader(file, 0, lineBytes);
    expect(readAll(reader).lines.map(({ text, truncated }) => [text[0], text.length, truncated])).toEqual([
      ["x", 100, false],
      ["y", 100, true],
      ["s", 5, false],
    ]);
    appendFileSync(file, `${"z".repeat(50_000)}\nnext\n`);
    const rest: [string, number, number][] = [];
    for (let atEnd = false; !atEnd; ) {
      const piece = reader.read(false);
      for (const { bytes, start, end, length } of piece.lines)
        rest.push([String.fromCharCode(bytes[start]!), end - start, length]);
      ({ atEnd } = piece);
    }
    reader.close();
    expect(rest).toEqual([
      ["z", 100, 100_000],
      ["n", 4, 4],
    ]);
  });

  it("skips the rest of a line that begins before the offset", () => {
    writeFileSync(file, "cut\nnext\n");
    expect(readFrom(2).texts).toEqual(["next"]);
  });

  it("does not cut inside a character", () => {
    writeFileSync(file, `${"x".repeat(99)}€€\n`);
    expect(readFrom(0).lines).toEqual([{ text: "x".repeat(99), truncated: true }]);
  });

  it("reads a truncated file from the start", () => {
    writeFileSync(file, "a long first life\n");
    const reader = new LineReader(file, 0, lineBytes);
    readAll(reader);
    truncateSync(file);
    appendFileSync(file, "again\n");
    expect(readAll(reader)).toMatchObject({ texts: ["again"], offset: 6 });
    reader.close();
  });

  it("finds no lines in a missing file, and follows no link", () => {
    expect(readFrom(0)).toMatchObject({ texts: [], offset: 0 });
    symlinkSync("/etc/passwd", file);
    expect(() => readFrom(0)).toThrow("ELOOP");
  });
});
