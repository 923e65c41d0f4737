import { afterEach, describe, expect, it, vi } from "vitest";
import { runBounded, TimeExceeded } from "../src/bounded.ts";

const standStill = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

afterEach(() => {
  vi.restoreAllMocks();
});

describe("work that may take so long", () => {
  it("is ended when it takes longer, and not begun again", () => {
    // A machine with nothing else to do; this one may have.
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

  it("is begun anew, with more time, when it did not have the processor", () => {
    let begun = 0;
    const work = () => {
      if (++begun < 3) standStill(5_000);
      return "done";
    };
    expect(runBounded(100, work)).toBe("done");
    expect(begun).toBe(3);
  });

  it("is given up at last on a machine that has no time at all", () => {
    const idle = () => standStill(60_000);
    expect(() => runBounded(20, idle)).toThrow(TimeExceeded);
  });
});
