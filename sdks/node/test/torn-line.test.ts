import { writeSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { writeLine } from "../src/process/streams.ts";

vi.mock("node:fs", async (original) => ({
  ...(await original<typeof import("node:fs")>()),
  writeSync: vi.fn(),
}));

test("a line that was cut off by a full disk does not corrupt the next one [MET-1] [MET-5]", () => {
  let written = "";
  let room = 3;
  vi.mocked(writeSync).mockImplementation(((_stream: number, bytes: Buffer, from: number) => {
    const part = bytes.subarray(from, from + room);
    if (part.length === 0)
      throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    written += part.toString();
    room -= part.length;
    return part.length;
  }) as unknown as typeof writeSync);

  expect(() => writeLine("stdout", '{"first":1}')).toThrow("ENOSPC");
  expect(() => writeLine("stdout", '{"second":2}')).toThrow("ENOSPC");
  room = 1000;
  writeLine("stdout", '{"third":3}');
  writeLine("stdout", '{"fourth":4}');
  expect(written).toBe('{"f\n{"third":3}\n{"fourth":4}\n');
});
