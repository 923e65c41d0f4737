import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as core from "../src/index.ts";

const SRC = new URL("../src/", import.meta.url);

test("core offers exactly these names", () => {
  expect(Object.keys(core).sort()).toEqual([
    "BotyardError",
    "JsonSyntaxError",
    "MAX_BODY_BYTES",
    "MAX_KEY_LENGTH",
    "MAX_LINE_BYTES",
    "MAX_RESULT_BYTES",
    "MAX_VALUE_BYTES",
    "QueryRequest",
    "answerOneShot",
    "answerQuery",
    "botyardError",
    "cloneJson",
    "createRegistry",
    "customResult",
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
    "mayRound",
    "messageOf",
    "metricLine",
    "neverAnswered",
    "numberOf",
    "oneShotAnswer",
    "openRequest",
    "outcomeTable",
    "parseInput",
    "parseQueryString",
    "readExactJson",
    "readJson",
    "readLine",
    "readPort",
    "readStateDocument",
    "runVerdict",
    "shown",
    "sortByBytes",
    "stateDocument",
    "successResult",
    "timestampOf",
    "utf8Length",
    "writeJson",
  ]);
});

test("core touches no process, no file, no stream and no package", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const name of files) {
    const code = readFileSync(new URL(name, SRC), "utf8").replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, "");
    const imports = [...code.matchAll(/from "([^"]+)"/g)].map((match) => match[1]);
    expect(
      imports.filter((specifier) => !specifier?.startsWith(".")),
      name,
    ).toEqual([]);
    expect(code, name).not.toMatch(/\b(?:process|Buffer|console|setTimeout|globalThis|require)\b\s*[.(]/);
  }
});
