import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as core from "../src/index.ts";

const sourceFolder = new URL("../src/", import.meta.url);

test("core exports exactly these names", () => {
  expect(Object.keys(core).sort()).toEqual([
    "BotyardError",
    "JsonSyntaxError",
    "QueryRequest",
    "answerOneShot",
    "answerQuery",
    "botyardError",
    "cloneJson",
    "configAs",
    "createRegistry",
    "customResult",
    "dataTime",
    "encodeKey",
    "errorResult",
    "errorTable",
    "failureRecord",
    "httpAnswer",
    "isRounded",
    "isSpelledOtherwise",
    "keyOfFile",
    "kindOf",
    "logLine",
    "maxBodyBytes",
    "maxKeyLength",
    "maxLineBytes",
    "maxResultBytes",
    "maxValueBytes",
    "mayRound",
    "messageOf",
    "metricLine",
    "neverAnswered",
    "numberOf",
    "oneShotAnswer",
    "openRequest",
    "outcomeTable",
    "paramsAs",
    "parseInput",
    "parseQueryString",
    "readExactJson",
    "readJson",
    "readLine",
    "readPort",
    "readStateDocument",
    "readTextLevel",
    "readUnreadableMetric",
    "runVerdict",
    "shown",
    "sortByBytes",
    "stateAs",
    "stateDocument",
    "successResult",
    "textLevel",
    "timestampOf",
    "utf8Length",
    "writeJson",
  ]);
});

test("core uses no process, file, stream or package", () => {
  const files = readdirSync(sourceFolder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const name of files) {
    const code = readFileSync(new URL(name, sourceFolder), "utf8").replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, "");
    const imports = [...code.matchAll(/from "([^"]+)"/g)].map((match) => match[1]);
    expect(
      imports.filter((specifier) => !specifier?.startsWith(".")),
      name,
    ).toEqual([]);
    expect(code, name).not.toMatch(/\b(?:process|Buffer|console|setTimeout|globalThis|require)\b\s*[.(]/);
  }
});
