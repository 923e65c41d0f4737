import { expect, test, vi } from "vitest";
import { writeSync } from "../src/process/fs.ts";
import { writeLine } from "../src/process/streams.ts";

vi.mock("../src/process/fs.ts", async (original) => ({
  ...(await original<typeof import("../src/process/fs.ts")>()),
  writeSync: vi.fn(),
}));

/** A system that takes as many bytes at each call as `room` returns, and has no space if that is none. */
function systemThatTakes(room: (taken: number) => number): () => string {
  let taken = Buffer.alloc(0);
  vi.mocked(writeSync).mockImplementation(((_stream: number, text: string | Buffer, from = 0) => {
    const bytes = typeof text === "string" ? Buffer.from(text) : text;
    const part = bytes.subarray(from, from + room(taken.length));
    if (part.length === 0)
      throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    taken = Buffer.concat([taken, part]);
    return part.length;
  }) as unknown as typeof writeSync);
  return () => taken.toString();
}

test("a line that was cut off by a full disk does not corrupt the next one [MET-1] [MET-5]", () => {
  let space = 3;
  const written = systemThatTakes((taken) => space - taken);

  expect(() => writeLine("stdout", '{"first":1}')).toThrow("ENOSPC");
  expect(() => writeLine("stdout", '{"second":2}')).toThrow("ENOSPC");
  space = 1000;
  writeLine("stdout", '{"third":3}');
  writeLine("stdout", '{"fourth":4}');
  expect(written()).toBe('{"f\n{"third":3}\n{"fourth":4}\n');
});

test("a line that the system takes in parts is written whole, also where a part ends within a character", () => {
  const written = systemThatTakes(() => 3);
  writeLine("stdout", '{"é":"€𝄞"}');
  expect(written()).toBe('{"é":"€𝄞"}\n');
});
