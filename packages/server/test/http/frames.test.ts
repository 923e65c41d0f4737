import { expect, test } from "vitest";
import { framesOf, inFrames, piecesOf } from "../../src/doors/http/stream/frames.ts";
import type { BotEvent } from "../../src/model/model.ts";

const at = "2026-01-01T00:00:00.000Z";
const event = (seq: number): BotEvent => {
  const text = { stream: "stdout", level: "info", message: `line ${seq}` } as const;
  const record = { seq, bot_id: "bot_1", time: at, ingested_at: at, ...text };
  return { channel: "logs", bot_id: "bot_1", seq, record };
};
const events = Array.from({ length: 120 }, (_, n) => event(n + 1));

test("what was announced together is divided and encoded once, however many streams follow", () => {
  const pieces = piecesOf(events, "logs");
  expect(pieces.map((piece) => piece.length)).toEqual([50, 50, 20]);
  expect(pieces.flat()).toEqual(events.map(({ record }) => record));
  expect(piecesOf(events, "logs")).toBe(pieces);
  expect(piecesOf(events, "metrics")).toEqual([]);
  const [piece] = pieces;
  expect(framesOf(piece!, "logs", "1")).toBe(framesOf(piece!, "logs", "1"));
  expect(framesOf(piece!, "logs", "2")).not.toEqual(framesOf(piece!, "logs", "1"));
});

test("a frame has the shortest length field in which its length fits", () => {
  const headers = [125, 126, 65_535, 65_536].map((length) => {
    const frame = inFrames(["x".repeat(length)]);
    return frame.subarray(0, frame.length - length).toString("hex");
  });
  expect(headers).toEqual(["817d", "817e007e", "817effff", "817f0000000000010000"]);
});
