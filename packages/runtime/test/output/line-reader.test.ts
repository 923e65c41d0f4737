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
    writeFileSync(file, "a\nb\u2028c\u0085d\vf\0g\n\n");
    expect(readFrom(0).texts).toEqual(["a", "b\u2028c\u0085d\vf\0g", ""]);
  });

  it("ends lines as Windows does", () => {
    writeFileSync(file, "a\r\n\r\n b \r\r\n");
    expect(readFrom(0).texts).toEqual(["a", "", " b "]);
  });

  it.each(["10%\r50%\r100%\nnext\n", "\r10%\r50%\r100%\r\nnext\n", "10%\r\r100%\r\r\nnext\n"])(
    "keeps the last state of a progress bar, however its bytes arrive: %j",
    (text) => {
      writeFileSync(file, "");
      const reader = new LineReader(file, 0, lineBytes);
      const texts = [...text].flatMap((byte) => {
        appendFileSync(file, byte);
        return readAll(reader).texts;
      });
      reader.close();
      expect(texts).toEqual(["100%", "next"]);
      expect(readFrom(0).texts).toEqual(["100%", "next"]);
    },
  );

  it("shows a progress bar once its line or the bot ends", () => {
    writeFileSync(file, "start\n\r10%\r50%\r");
    expect(readFrom(0)).toMatchObject({ texts: ["start"] });
    expect(readFrom(0, true)).toMatchObject({ texts: ["start", "50%"], offset: 15 });
  });

  it("continues a progress bar at the offset of its last state, which frees the ones before", () => {
    writeFileSync(file, "10%\r50%\r70%");
    const { offset, texts } = readFrom(0);
    expect({ offset, texts }).toEqual({ offset: 8, texts: [] });
    appendFileSync(file, "\r100%\n");
    expect(readFrom(offset)).toMatchObject({ texts: ["100%"] });
  });

  it("keeps the last of megabytes of states whole, and tells where it begins", () => {
    const states = Array.from({ length: 400_000 }, (_, n) => `state ${n} ${"=".repeat(n % 50)}`);
    const bar = states.join("\r");
    writeFileSync(file, `${bar}\nnext\n`);
    const reader = new LineReader(file, 0, lineBytes);
    const offsets: number[] = [];
    for (let atEnd = false; !atEnd; ) {
      const piece = reader.read(false);
      offsets.push(...piece.lines.map(({ offset }) => offset));
      ({ atEnd } = piece);
    }
    reader.close();
    expect(readFrom(0).lines[0]).toEqual({ text: states.at(-1), truncated: false });
    expect(offsets).toEqual([bar.length - states.at(-1)!.length, bar.length + 1]);
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

  it.each([
    ["\rshort\r\nnext\n", ["short", "next"]],
    ["y\r\nnext\n", ["next"]],
  ])("keeps the last state after one that was cut because it was endless: %j", (end, texts) => {
    writeFileSync(file, `\r${"x".repeat(20 * 1024 ** 2)}`);
    const reader = new LineReader(file, 0, lineBytes);
    const { offset, lines } = readAll(reader);
    expect(lines).toEqual([{ text: "x".repeat(lineBytes), truncated: true }]);
    for (const byte of end) {
      appendFileSync(file, byte);
      lines.push(...readAll(reader).lines);
    }
    reader.close();
    expect(lines.slice(1).map(({ text }) => text)).toEqual(texts);
    expect(readFrom(offset).texts).toEqual(texts);
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
