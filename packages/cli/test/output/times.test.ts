import { expect, test, vi } from "vitest";
import { bytes, duration, local, moment, relative, span } from "../../src/output/times.ts";

const now = new Date("2026-11-20T14:30:00.000Z");

test.each([
  ["1h", "2026-11-20T13:30:00.000Z"],
  ["90s", "2026-11-20T14:28:30.000Z"],
  ["2d", "2026-11-18T14:30:00.000Z"],
  ["2026-11-20", "2026-11-20T00:00:00.000Z"],
  ["2026-11-20T10:00:00", "2026-11-20T10:00:00.000Z"],
  ["2026-11-20 10:00:00 UTC", "2026-11-20T10:00:00.000Z"],
  ["2026-11-20T10:00:00+02:00", "2026-11-20T08:00:00.000Z"],
])("the time %s is %s", (text, time) => {
  expect(moment(text, now)?.toISOString()).toBe(time);
});

test.each(["yesterday", "1w", "", "2026", "2026-13-45"])("%j is not a time", (text) => {
  expect(moment(text, now)).toBeUndefined();
});

test.each([
  ["500ms", 500],
  ["5s", 5000],
  ["1.5m", 90_000],
  ["2", 2000],
  ["x", undefined],
])("the duration %s is %s milliseconds", (text, milliseconds) => {
  expect(span(text)).toBe(milliseconds);
});

test("relative times", () => {
  expect(relative("2026-11-20T14:27:00.000Z", now)).toBe("3m ago");
  expect(relative("2026-11-20T15:30:00.000Z", now)).toBe("in 1h");
  expect(relative("2026-11-20T14:29:59.500Z", now)).toBe("now");
});

test("durations and sizes", () => {
  expect([duration(850), duration(12_000), duration(200_000), duration(190_000_000)]).toEqual([
    "850ms",
    "12s",
    "3m 20s",
    "2d 4h",
  ]);
  expect([bytes(12), bytes(2048), bytes(3 * 1024 * 1024)]).toEqual(["12 B", "2.0 KiB", "3.0 MiB"]);
});

test.each([
  ["Europe/Berlin", "2026-11-20T14:30:00.123Z", "2026-11-20 15:30:00.123 +01:00"],
  ["America/St_Johns", "2026-01-01T00:10:00.000Z", "2025-12-31 20:40:00.000 -03:30"],
  ["UTC", "2026-11-20T14:30:00.000Z", "2026-11-20 14:30:00.000 +00:00"],
])("in %s, %s is %s, and can be given back", (zone, time, text) => {
  vi.stubEnv("TZ", zone);
  expect(local(time, "ms")).toBe(text);
  expect(local(time)).toBe(text.replace(/\.\d{3}/, ""));
  expect(moment(text, now)?.toISOString()).toBe(time);
  vi.unstubAllEnvs();
});
