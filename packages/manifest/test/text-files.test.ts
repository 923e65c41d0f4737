import { describe, expect, it } from "vitest";
import {
  checkBotConfig,
  checkBotSchema,
  checkInstanceFile,
  checkPackageDir,
  formatProblem,
  type Problem,
} from "../src/index.ts";
import { botConfig, botFolder } from "./bot-folder.ts";

const mark = "\uFEFF";
const schema = '{"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": false}';
const files: Record<string, { good: string; bad: string; check(text: string): { problems: Problem[] } }> = {
  "bot-config.yaml": {
    good: botConfig(),
    bad: `nmae: x\n${botConfig()}`,
    check: (text) => checkBotConfig(text),
  },
  "bot-schema.json": {
    good: schema,
    bad: '{"type": "array"}',
    check: (text) => checkBotSchema(text, "bot-schema.json"),
  },
  "instance.json": {
    good: '{"name":"a","type":"realtime/b","version":"1.0.0","config":{"n":1}}',
    bad: '{"nmae":"a","type":"realtime/b","version":"1.0.0","config":{"n":12345678901234567890}}',
    check: (text) => checkInstanceFile(text, "instance.json"),
  },
};

describe.each(Object.entries(files))("%s with a byte order mark", (_, { good, bad, check }) => {
  it("is read as without it", () => {
    expect(check(mark + good)).toEqual(check(good));
    expect(check(mark + good).problems).toEqual([]);
  });

  it("has its problems at the same lines and columns", () => {
    expect(check(bad).problems).not.toEqual([]);
    expect(check(mark + bad).problems).toEqual(check(bad).problems);
  });

  it("has faults of syntax at the same lines and columns", () => {
    for (const text of [good.slice(0, -2), `{"a": ]`, '{"a": 1, "a": 2}'])
      expect(check(mark + text).problems, text).toEqual(check(text).problems);
  });
});

it("a package whose two files have a byte order mark is valid", async () => {
  const dir = await botFolder({ "bot-config.yaml": mark + botConfig(), "bot-schema.json": mark + schema });
  expect((await checkPackageDir(dir)).problems).toEqual([]);
});

it.each([
  ["---", `${botConfig()}---\n`, 1],
  ["--- and a document", `# two\n${botConfig()}--- \nname: second\n`, 2],
  ["... and a document", `${botConfig()}...\n---\nname: second\n`, 2],
])("a second document that begins with %s is reported in its line", (_, text, before) => {
  const line = botConfig().split("\n").length - 1 + before;
  expect(checkBotConfig(text).problems.map(formatProblem)).toEqual([
    `bot-config.yaml:${line}:1 error A second document begins here; a file has only one. Remove it, or move it to a file of its own.`,
  ]);
});
