import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readExactJson, readLine } from "../src/index.ts";

/** Two lines that a logger has written in its usual JSON form: what it says and how important it is. */
interface Sample {
  logger: string;
  version: string;
  configuration: string;
  stream: "stdout" | "stderr";
  info: string;
  warn: string;
  /** It writes no level, so that the stream decides. */
  level?: "stream";
}

const samples: Sample[] = JSON.parse(readFileSync(new URL("logger-lines.json", import.meta.url), "utf8"));

describe.each(samples)("$logger $version, $configuration", (sample) => {
  test("is read with its message and its level [LOG-7] [LOG-9]", () => {
    const { stream, level } = sample;
    const expected = level === "stream" ? "error" : undefined;
    const read = [sample.info, sample.warn].map((line) => readLine(line, stream));
    expect(read).toMatchObject([
      { level: expected ?? "info", message: "stopped after 3 ticks" },
      { level: expected ?? "warn", message: "slow" },
    ]);
  });
});

const log = (record: unknown) => readLine(JSON.stringify(record), "stderr");

describe("the keys of a record", () => {
  test("count as they are written before they count in any letter case [LOG-15]", () => {
    expect(log({ Message: "a", MSG: "b", msg: "c", LEVEL: "debug", sev: "warn" })).toEqual({
      kind: "log",
      level: "warn",
      message: "c",
      fields: { Message: "a", MSG: "b", LEVEL: "debug" },
    });
    expect(log({ MSG: "b", Message: "a", LogLevel: "Debug" })).toMatchObject({
      level: "debug",
      message: "a",
    });
  });

  test("are passed over where their value cannot be used [LOG-7] [LOG-9] [LOG-15]", () => {
    const record = {
      level: "loud",
      lvl: null,
      Severity: "info",
      message: 5,
      event: { kind: "x" },
      "@mt": "m",
    };
    expect(log(record)).toMatchObject({ level: "info", message: "m", fields: { level: "loud", message: 5 } });
  });

  test("may have dots or be inside objects, of which the rest stays [LOG-10] [LOG-15]", () => {
    expect(log({ log: { level: "warn", logger: "bot" }, fields: { message: "m" }, a: 1 })).toEqual({
      kind: "log",
      level: "warn",
      message: "m",
      fields: { log: { logger: "bot" }, a: 1 },
    });
    const both = { "log.level": "info", log: { level: "warn" }, record: [], fields: null };
    expect(log(both)).toMatchObject({ level: "info", message: "", fields: { log: { level: "warn" } } });
  });
});

describe("a message that its logger left to be filled [LOG-16]", () => {
  test.each([
    [{ message: "{} of {}, {} {", arguments: ["3", { a: [1.5] }] }, '3 of {"a":[1.5]}, {} {'],
    [{ message: "{}", arguments: "x" }, "{}"],
    [{ msg: "{}", arguments: ["x"] }, "{}"],
    [
      { "@mt": "{A} {@B} {$C,-5} {D:0.00}", A: "a", B: { x: null }, C: true, D: 1.25 },
      'a {"x":null} true 1.25',
    ],
    [{ MessageTemplate: "{{{A}}} {B}", Properties: { A: "a" }, B: 2 }, "{a} 2"],
    [{ "@mt": "{A} {A} {toString} {Missing} {", A: "{A}" }, "{A} {A} {toString} {Missing} {"],
  ])("%j reads %s", (record, message) => {
    expect(log(record)).toMatchObject({ message });
  });

  test("has each number with its digits, and is not much longer than its line", () => {
    const text = `{"@mt":"${"{A}".repeat(1000)}","A":12345678901234567890}`;
    const { message } = readLine(text, "stdout", readExactJson) as { message: string };
    expect(message).toBe(`12345678901234567890${"{A}".repeat(999)}`);
  });
});

test("the loggers that the pages name are those of the samples, with their versions", () => {
  const root = new URL("../../../", import.meta.url);
  const pages = readdirSync(new URL("docs/how-to/", root)).filter((name) =>
    name.startsWith("write-a-bot-in-"),
  );
  const texts = [...pages.map((name) => `docs/how-to/${name}`), "sdks/python/README.md"].map((path) =>
    readFileSync(new URL(path, root), "utf8"),
  );
  const named = texts.flatMap((text) => {
    const [, table = ""] =
      /\| Logger \| Version \| Configuration \|\n\|---.*\n((?:\|.*\n)+)/.exec(text) ?? [];
    return [...table.matchAll(/^\| (.+?) \| (.+?) \| `(.+)` \|$/gm)].map(([, ...row]) => row);
  });
  const known = samples.map(({ logger, version, configuration }) => [logger, version, configuration]);
  expect(named.length).toBeGreaterThan(5);
  for (const row of named) expect(known).toContainEqual(row);
});
