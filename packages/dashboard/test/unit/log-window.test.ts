import type { LogRecord } from "@botyard/client/browser";
import { expect, test } from "vitest";
import { fits } from "../../src/features/logs/log-view.ts";
import { keptAtMost, type Logs, withNew, withOlder } from "../../src/features/logs/log-window.ts";
import { shorten } from "../../src/features/logs/shorten.ts";
import { itemAfterKey } from "../../src/ui/list-keys.ts";

const lineOf = (seq: number, more: Partial<LogRecord> = {}): LogRecord => ({
  ...{ seq, time: "2026-01-01T00:00:00.000Z", ingested_at: "2026-01-01T00:00:00.000Z", bot_id: "bot_1" },
  ...{ stream: "stdout", level: "info", message: `line ${seq}` },
  ...more,
});
const linesOf = (from: number, count: number) => Array.from({ length: count }, (_, n) => lineOf(from + n));
const empty: Logs = { lines: [], arrived: 0, errors: 0, missing: 0, isMore: false, hasEnd: true };

test("a list that follows keeps the newest lines, and counts all", () => {
  let logs = empty;
  for (let from = 1; from <= 25_000; from += 1_000) logs = withNew(logs, linesOf(from, 1_000), 0, true);
  expect(logs.arrived).toBe(25_000);
  expect(logs.lines.length).toBeLessThanOrEqual(keptAtMost);
  expect(logs.lines.at(-1)?.seq).toBe(25_000);
  expect(logs).toMatchObject({ isMore: true, hasEnd: true });
});

test("a list that is read keeps its lines in place, and counts the new ones", () => {
  const full = withNew(empty, linesOf(1, keptAtMost), 0, false);
  const logs = withNew(full, [lineOf(keptAtMost + 1, { level: "error" })], 3, false);
  expect(logs.lines).toBe(full.lines);
  expect(logs).toMatchObject({ arrived: keptAtMost + 1, errors: 1, missing: 3, hasEnd: false });
});

test("older lines take the place of the newest ones", () => {
  const full = withNew(empty, linesOf(501, keptAtMost), 0, false);
  const logs = withOlder(full, linesOf(1, 500), false);
  expect(logs.lines[0]?.seq).toBe(1);
  expect(logs).toMatchObject({ hasEnd: false, isMore: false });
  expect(logs.lines).toHaveLength(keptAtMost);
});

test("a live line matches by level, run, text and fields as the platform matches", () => {
  const line = lineOf(1, { level: "warn", message: "Ärger", fields: { path: 'a"b' }, run_id: "run_1" });
  expect(fits(line, { level: "warn", q: "ärGER", run_id: "run_1" })).toBe(true);
  expect(fits(line, { q: '"path":' })).toBe(true);
  expect(fits(line, { q: 'a"b' })).toBe(true);
  expect(fits(line, { q: "path: " })).toBe(false);
  expect(fits(line, { level: "error" })).toBe(false);
  expect(fits(line, { run_id: "run_2" })).toBe(false);
});

test("a long message is cut between characters, a high one between rows", () => {
  expect(shorten("short")).toEqual({ text: "short", isCut: false });
  expect(shorten(`${"x".repeat(1_999)}😀`)).toEqual({ text: "x".repeat(1_999), isCut: true });
  const high = Array.from({ length: 30 }, (_, n) => String(n));
  expect(shorten(high.join("\n"))).toEqual({ text: high.slice(0, 20).join("\n"), isCut: true });
});

test("keys move within a list and stop at its ends", () => {
  expect(itemAfterKey("ArrowUp", 0, 10, 5)).toBe(0);
  expect(itemAfterKey("ArrowDown", 3, 10, 5)).toBe(4);
  expect(itemAfterKey("PageDown", 3, 10, 5)).toBe(7);
  expect(itemAfterKey("Home", undefined, 10, 5)).toBe(0);
  expect(itemAfterKey("End", 2, 10, 5)).toBe(9);
  expect(itemAfterKey("ArrowUp", undefined, 10, 5)).toBe(9);
  expect(itemAfterKey("a", 2, 10, 5)).toBeUndefined();
  expect(itemAfterKey("End", undefined, 0, 5)).toBeUndefined();
});
