import { expect, test } from "vitest";
import * as mock from "../src/index.ts";
import * as msw from "../src/msw.ts";

test("the mock server exports exactly these names", () => {
  expect([Object.keys(mock), Object.keys(msw)]).toEqual([["createMockPlatform"], ["mockHandlers"]]);
});
