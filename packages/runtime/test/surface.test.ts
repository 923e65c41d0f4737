import { expect, test } from "vitest";
import * as runtime from "../src/index.ts";
import * as byProcess from "../src/process.ts";

test("the package exports exactly these names", () => {
  expect(Object.keys(runtime).sort()).toEqual([
    "LaunchError",
    "LineReader",
    "cutAnswer",
    "cutText",
    "describeLimit",
    "folderBytes",
    "freeIngested",
    "isJson",
    "linesAtOnce",
    "readBotFile",
    "removeWritten",
    "watchGrowth",
  ]);
  expect(Object.keys(byProcess).sort()).toEqual(["createProcessExecutor", "localPeer", "surveyIsolation"]);
});
