import { expect, test } from "vitest";
import { systemErrorName } from "../src/process/system-error.ts";

test("an error that Node has no name for has the system's name [ERR-2]", () => {
  // A full quota.
  const error = Object.assign(new Error("Unknown system error -122"), {
    code: "Unknown system error -122",
    errno: -122,
  });
  expect(systemErrorName(error)).toBe("EDQUOT");
});
