import { describe, expect, it } from "vitest";
import { checkBotConfig, formatProblem } from "../src/index.ts";

const good = `name: crossover
description: Buys and sells where two averages cross.
version: "1.2.3"
author: A. Trader
type: realtime
runtime: python311
entrypoints:
  bot: ./main.py
  query: query.py
schema:
  bot: bot-schema.json
readme: README.md
metadata:
  categories: [trading]
  tags: [sma, stocks]
  complexity: beginner
x-team: blue
`;

const codes = (text: string) => checkBotConfig(text).problems.map((problem) => problem.code);
const lines = (text: string) => checkBotConfig(text).problems.map(formatProblem);

describe("a bot-config.yaml", () => {
  it("is read with every field, with aliases resolved and paths normalised", () => {
    const { config, problems } = checkBotConfig(good.replace("python311", "python3.11"));
    expect(problems).toEqual([]);
    expect(config).toEqual({
      name: "crossover",
      description: "Buys and sells where two averages cross.",
      version: "1.2.3",
      author: "A. Trader",
      type: "realtime",
      runtime: "python311",
      entrypoints: { bot: "main.py", query: "query.py" },
      schema: { bot: "bot-schema.json" },
      readme: "README.md",
      metadata: { categories: ["trading"], tags: ["sma", "stocks"], complexity: "beginner" },
    });
  });

  it("requires only name, version, type, runtime, the bot's entrypoint and the schema", () => {
    const least =
      "name: a\nversion: 1.0.0\ntype: scheduled\nruntime: nodejs24\nentrypoints: {bot: a.js}\nschema: {bot: s.json}\n";
    expect(checkBotConfig(least).config?.name).toBe("a");
    for (const field of ["name", "version", "type", "runtime", "entrypoints", "schema"]) {
      const without = least.replace(new RegExp(`^${field}:.*\n`, "m"), "");
      expect(lines(without).join()).toContain(`"${field}" is missing.`);
      expect(checkBotConfig(without).config).toBeUndefined();
    }
  });

  it("has every problem reported at once, with line and column", () => {
    const text = `name: My Bot
version: 1.10
type: realtme
runtim: python311
runtime: rust
entrypoints: {bot: ../main.rs, querry: x}
schema: bot-schema.json
metadata: {tags: [7], complexity: easy}
`;
    expect(lines(text)).toEqual([
      'bot-config.yaml:4:1 error Unknown field "runtim". Did you mean "runtime"?',
      'bot-config.yaml:5:10 error Unknown runtime "rust". Did you mean "rust-stable"?',
      'bot-config.yaml:1:7 error The name "My Bot" is invalid: use at most 63 lower-case letters, digits and hyphens, and do not start with a hyphen. For instance: name: my-bot',
      'bot-config.yaml:2:10 error "version" is 1.10, which YAML reads as the number 1.1. Quote it: version: "1.10.0"',
      'bot-config.yaml:3:7 error "type" is "realtme"; it must be "realtime" or "scheduled". Did you mean "realtime"?',
      'bot-config.yaml:6:32 error Unknown field "entrypoints.querry". Did you mean "query"?',
      'bot-config.yaml:6:20 error The path "../main.rs" contains "..". Write a path relative to bot-config.yaml, with forward slashes, inside its folder.',
      'bot-config.yaml:7:9 error "schema" is a string, not an object. Write "schema:" and, indented below it, "bot: bot-schema.json".',
      'bot-config.yaml:8:19 error "metadata.tags.0" is 7, which is a number, not a string. Quote it: "7".',
      'bot-config.yaml:8:35 warning Unknown complexity "easy". Use one of: beginner, intermediate, advanced, expert.',
    ]);
  });

  it("may have an unknown complexity, which is a warning", () => {
    const { config, problems } = checkBotConfig(good.replace("beginner", "nightmare"));
    expect(config?.metadata?.complexity).toBe("nightmare");
    expect(problems.map((problem) => [problem.code, problem.severity])).toEqual([
      ["bot_config.unknown_complexity", "warning"],
    ]);
  });

  it.each([
    ["a", true],
    ["0-bot", true],
    ["a".repeat(63), true],
    ["a".repeat(64), false],
    ["-a", false],
    ["A", false],
    ["a_b", false],
    ['"a\\n"', false],
  ])("with the name %s is allowed: %s", (name, allowed) => {
    expect(checkBotConfig(good.replace("crossover", name)).config !== undefined).toBe(allowed);
  });

  it.each([
    ['"1.0"', false],
    ['"v1.0.0"', false],
    ['"01.0.0"', false],
    ['"1.0.0+build"', false],
    ['" 1.0.0"', false],
    ['"1.0.0-rc.1"', true],
    ["10.20.30", true],
  ])("with the version %s is allowed: %s", (version, allowed) => {
    expect(checkBotConfig(good.replace('"1.2.3"', version)).config !== undefined).toBe(allowed);
  });

  it("has at most 20 labels of 40 characters", () => {
    const tags = (list: string[]) => good.replace("[sma, stocks]", JSON.stringify(list));
    expect(codes(tags(Array(20).fill("t".repeat(40))))).toEqual([]);
    expect(codes(tags(Array(21).fill("t")))).toEqual(["bot_config.too_many_labels"]);
    expect(codes(tags(["t".repeat(41)]))).toEqual(["bot_config.label_too_long"]);
  });

  it.each(["/abs.py", "C:/x.py", "a\\\\b.py", "a//b.py", "a/../b.py", "a\\u0000.py"])(
    "rejects the path %s",
    (path) => {
      expect(codes(good.replace("./main.py", `"${path}"`))).toEqual(["bot_config.invalid_path"]);
    },
  );

  it.each([
    ["a duplicate key", "name: a\nname: b\n"],
    ["a duplicate key inside", 'x-a: [{k: 1, "k": 2}]\n'],
    ["a key that is a duplicate as a string", 'x-a: {1: a, "1": b}\n'],
    ["a language-specific tag", "name: !!python/object/apply:os.system [id]\n"],
    ["two documents", "name: a\n---\nname: b\n"],
    ["an unclosed list", "name: [\n"],
    ["a billion laughs", `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefgh"].map(laughs).join("")}`],
  ])("rejects %s", (_, text) => {
    expect(codes(text)).toContain("bot_config.invalid_yaml");
  });

  it.each([
    ["deep brackets", `a: ${"[".repeat(30_000)}`],
    ["deep lists", `${"- ".repeat(20_000)}x`],
    ["deep maps", Array.from({ length: 200 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
  ])("is rejected when it is nested too deep: %s", (_, text) => {
    expect(codes(text)).toEqual(["bot_config.too_deep"]);
  });

  it("is rejected above 64 KiB without being parsed", () => {
    expect(codes(`${good}# ${"x".repeat(64 * 1024)}`)).toEqual(["bot_config.too_large"]);
  });

  it.each(["", "# nothing\n", "- a\n", "text"])("is rejected when it contains no fields: %j", (text) => {
    expect(codes(text)).toEqual(["bot_config.not_an_object"]);
  });
});

/** Each level repeats the one before nine times. */
function laughs(name: string): string {
  const before = String.fromCharCode(name.charCodeAt(0) - 1);
  return `${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]\n`;
}
