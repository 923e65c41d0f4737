import { expect, test } from "vitest";
import * as runtime from "../src/index.ts";

test("the package exports exactly these names", () => {
  expect(Object.keys(runtime).sort()).toEqual([
    "LaunchError",
    "createProcessExecutor",
    "cutAnswer",
    "describeLimit",
    "freeIngested",
    "isJson",
    "readBotFile",
    "readLines",
    "surveyIsolation",
    "watchGrowth",
  ]);
});
