import { expect, test } from "vitest";
import { written, writtenRange, zone } from "../../src/lib/times.ts";
import { distance } from "../../src/ui/time.tsx";

const at = Date.parse("2026-11-03T23:05:09.007Z");

test("a time is written with 24 hours, in the zone that is asked for", () => {
  expect(written("zoned", at, "Asia/Kolkata")).toBe("4 Nov 2026, 04:35:09 UTC+5:30");
  expect(written("tick", at, "America/New_York")).toBe("Tue, 3 Nov 2026, 18:05 UTC-5");
  expect(written("logged", at, "UTC")).toBe("03 Nov, 23:05:09.007");
});

test("midnight is the hour 00", () => {
  expect(written("minute", Date.parse("2026-11-03T00:00:00Z"), "UTC")).toBe("00:00");
});

test("the hour that a change of the clock repeats is told apart", () => {
  const first = Date.parse("2026-11-01T05:30:00Z");
  expect(written("tick", first, "America/New_York")).toBe("Sun, 1 Nov 2026, 01:30 UTC-4");
  expect(written("tick", first + 3_600_000, "America/New_York")).toBe("Sun, 1 Nov 2026, 01:30 UTC-5");
});

test("a chosen zone is that of all times", () => {
  zone.set("utc");
  expect(written("full", at)).toBe("3 Nov 2026, 23:05:09");
  expect(writtenRange("full", at, at + 60_000)).toMatch(/^3 Nov 2026, 23:05:09\s–\s23:06:09$/);
});

test("a time to come is rounded, one that has passed is not", () => {
  expect(distance(90 * 86_400_000 - 1_500)).toBe("in 90 d");
  expect(distance(-119_000)).toBe("1 min ago");
  expect(distance(119_000)).toBe("in 2 min");
});
