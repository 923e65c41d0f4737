import { describe, expect, test } from "vitest";
import { limiter } from "../src/limiter.ts";

describe("the rate limit", () => {
  test("allows the requests of a minute at once and then refills evenly", () => {
    let now = 0;
    const take = limiter(60, () => now);
    for (let request = 0; request < 60; request++) expect(take("a")).toBe(0);
    expect(take("a")).toBe(1);
    now += 1000;
    expect([take("a"), take("a")]).toEqual([0, 1]);
  });

  test("counts each client separately", () => {
    const take = limiter(1, () => 0);
    expect([take("a"), take("a"), take("b")]).toEqual([0, 60, 0]);
  });

  test("does not save up more than a minute's requests", () => {
    let now = 0;
    const take = limiter(2, () => now);
    now += 3_600_000;
    expect([take("a"), take("a"), take("a")]).toEqual([0, 0, 30]);
  });
});
