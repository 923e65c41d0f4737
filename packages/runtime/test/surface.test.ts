import { expect, test } from "vitest";
import * as runtime from "../src/index.ts";
import * as byProcess from "../src/process.ts";

test("the package exports exactly these names", () => {
  expect(Object.keys(runtime).sort()).toEqual([
    "LaunchError",
    "LineReader",
    "countKeys",
    "cutAnswer",
    "cutText",
    "describeLimit",
    "describeSilence",
    "emptyWritten",
    "freeIngested",
    "isJson",
    "linesAtOnce",
    "measureWritten",
    "readBotFile",
    "removeWritten",
    "stateKeys",
    "watchGrowth",
    "wipeIngested",
  ]);
  expect(Object.keys(byProcess).sort()).toEqual(["createProcessExecutor", "localPeer", "surveyIsolation"]);
});
