import { expect, test } from "vitest";
import { systemErrorName } from "../src/process/system-error.ts";

test("an error without a name in Node has the system's name [ERR-2]", () => {
  // EDQUOT: the disk quota is exceeded.
  const error = Object.assign(new Error("Unknown system error -122"), {
    code: "Unknown system error -122",
    errno: -122,
  });
  expect(systemErrorName(error)).toBe("EDQUOT");
});
