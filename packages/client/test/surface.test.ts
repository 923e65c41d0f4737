import { expect, test } from "vitest";
import * as client from "../src/index.ts";

test("the client exports exactly these names", () => {
  expect(Object.keys(client).sort()).toEqual([
    "AddressError",
    "ApiError",
    "UnexpectedAnswerError",
    "UnreachableError",
    "apiUrl",
    "baseUrl",
    "createClient",
    "defaultApiUrl",
    "metricCsv",
  ]);
});
