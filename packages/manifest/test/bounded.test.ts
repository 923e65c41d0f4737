import { afterEach, describe, expect, it, vi } from "vitest";
import { runBounded, TimeExceeded } from "../src/schema/bounded.ts";

const block = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

afterEach(() => {
  vi.restoreAllMocks();
});

describe("work with a time limit", () => {
  it("is stopped when it takes longer, and not run again", () => {
    // Pretends that the thread always has the processor.
    let used = 0;
    vi.spyOn(process, "threadCpuUsage").mockImplementation(() => {
      used += 100_000;
      return { user: used, system: 0 };
    });
    let begun = 0;
    const endless = () => {
      begun++;
      for (;;);
    };
    expect(() => runBounded(100, endless)).toThrow(TimeExceeded);
    expect(begun).toBe(1);
  });

  it("is run again with more time when it did not get the processor", () => {
    let begun = 0;
    const work = () => {
      if (++begun < 3) block(5_000);
      return "done";
    };
    expect(runBounded(100, work)).toBe("done");
    expect(begun).toBe(3);
  });

  it("is given up after several attempts without the processor", () => {
    const idle = () => block(60_000);
    expect(() => runBounded(20, idle)).toThrow(TimeExceeded);
  });
});
