import { describe, expect, it } from "vitest";
import { runBounded, TimeExceeded } from "../src/bounded.ts";

/** Time on the wall in which this thread does nothing, as when others have the processor. */
function starve(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

describe("bounded work", () => {
  it("gives what it returns, and what it throws", () => {
    expect(runBounded(200, () => 1)).toBe(1);
    const fault = new RangeError("no");
    expect(() =>
      runBounded(200, () => {
        throw fault;
      }),
    ).toThrow(fault);
  });

  it("is ended when it takes the processor for longer than it may", () => {
    let starts = 0;
    const spin = () => {
      starts++;
      for (;;);
    };
    expect(() => runBounded(50, spin)).toThrow(TimeExceeded);
    expect(starts).toBeLessThanOrEqual(5);
  });

  it("is begun again when others had the processor", () => {
    let starts = 0;
    const work = () => {
      if (++starts < 3) starve(10_000);
      return "done";
    };
    expect(runBounded(20, work)).toBe("done");
    expect(starts).toBe(3);
  });

  it("is not begun for ever", () => {
    let starts = 0;
    expect(() =>
      runBounded(5, () => {
        starts++;
        starve(10_000);
      }),
    ).toThrow(TimeExceeded);
    expect(starts).toBe(4);
  });
});
