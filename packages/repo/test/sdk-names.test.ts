import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BotyardError, QueryRequest } from "@botyard/core";
import * as sdk from "@botyard/sdk";
import * as testing from "@botyard/sdk/testing";
import { expect, test } from "vitest";
import { nameOf } from "../src/errors/names.ts";
import { root } from "../src/root.ts";

const page = readFileSync(join(root, "docs/reference/sdk.md"), "utf8");

/** Returns the names in the column of a language, as often as they occur. */
function listed(language: string): string[] {
  const tables = page
    .split("\n## ")
    .slice(1)
    .map((section) => section.split("\n").filter((line) => line.startsWith("|")));
  return tables.flatMap(([head, , ...rows]) => {
    if (head === undefined) return [];
    const column = cells(head).indexOf(language);
    expect(column, `${language} in ${head}`).toBeGreaterThan(0);
    return rows.flatMap((row) =>
      [...(cells(row)[column] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ""),
    );
  });
}

function cells(row: string): string[] {
  return row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

test("the table has each public name of the Node SDK, and no other", () => {
  const rooms = { input: sdk.input, log: sdk.log, query: sdk.query, state: sdk.state, stop: sdk.stop };
  const top = Object.keys(sdk).filter((name) => !(name in rooms));
  const inRooms = Object.entries(rooms).flatMap(([room, of]) =>
    Object.keys(of).map((name) => `${room}.${name}`),
  );
  const index = readFileSync(join(root, "sdks/node/src/index.ts"), "utf8");
  const types = [...index.matchAll(/\btype (\w+)/g)].map(([, name]) => name ?? "");
  const methods = Object.getOwnPropertyNames(QueryRequest.prototype).filter((name) => name !== "constructor");
  const fields = Object.keys(new QueryRequest("/", new Map()));
  const request = [...fields, ...methods].map((name) => `QueryRequest.${name}`);
  const error = Object.keys(new BotyardError("state.read_only", { operation: "set" }));
  const own = error.filter((name) => !(name in new Error("", { cause: 1 })));
  const errors = own.map((name) => `BotyardError.${name}`);
  expect(listed("Node").sort()).toEqual(
    [...top, ...inRooms, ...types, ...request, ...errors, ...namesOfTesting()].sort(),
  );
});

/** The functions of the room `testing`, its types, and the members of its bot. */
function namesOfTesting(): string[] {
  const declared = readFileSync(join(root, "sdks/node/src/testing/bot.ts"), "utf8");
  const types = [...declared.matchAll(/^export interface (\w+)/gm)].map(([, name]) => name ?? "");
  const [, bot = ""] = /^export interface Bot \{\n([\s\S]*?)^\}/m.exec(declared) ?? [];
  const members = [...bot.matchAll(/^ {2}(?:readonly )?(\w+)[:(]/gm)].map(([, name]) => `Bot.${name}`);
  return [...Object.keys(testing), ...types, ...members].map((name) => `testing.${name}`);
}

test("the table has each public name of the Python SDK, and no other", () => {
  const program = `
import ast, inspect, json, sys
import botyard
pins = {}
for statement in ast.parse(open(sys.argv[1]).read()).body:
    if isinstance(statement, ast.Assign):
        pins[statement.targets[0].id] = ast.literal_eval(statement.value)
names = [name for name in pins["NAMES"] if name == "metric" or name not in pins["ROOMS"]]
names += [f"{room}.{name}" for room, of in pins["ROOMS"].items() for name in of]
for name, cls in {"BotyardError": botyard.BotyardError, "input.Input": botyard.input.Input, "query.Request": botyard.query.Request}.items():
    own = set(vars(cls)) | set(inspect.get_annotations(cls))
    names += [f"{name}.{member}" for member in own if not member.startswith("_")]
names += ["codes.ErrorCode", "input.Input", "query.Request"]
import botyard.testing
names += [f"testing.{name}" for name in botyard.testing.__all__]
bot = botyard.testing.Bot()
names += [f"testing.Bot.{member}" for member in {*vars(botyard.testing.Bot), *vars(bot)} if not member.startswith("_")]
print(json.dumps(names))
`;
  const printed = execFileSync("python3", ["-c", program, join(root, "sdks/python/tests/test_door.py")], {
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: join(root, "sdks/python/src"), PYTHONDONTWRITEBYTECODE: "1" },
  });
  const names: string[] = JSON.parse(printed);
  expect(listed("Python").sort()).toEqual(names.sort());
});

test.each([
  ["Python", "codes.", "upper"],
  ["C++", "codes::", "snake"],
  ["C#", "ErrorCodes.", "pascal"],
  ["Scala", "ErrorCode.", "pascal"],
  ["Haskell", "Errors.", "pascal"],
] as const)("the page says how the constants of %s are named", (_, holder, style) => {
  expect(page).toContain(`\`${holder}${nameOf("state.read_only", style)}\``);
});

// Each list is held to the code by a test of the SDK, beside the list.
test.each([
  ["Rust", "sdks/rust/botyard/tests/public-names.txt"],
  ["C++", "sdks/cpp/tests/public-names.txt"],
  ["C#", "sdks/csharp/tests/Botyard.Tests/public-names.txt"],
  ["Scala", "sdks/scala/src/test/resources/public-names.txt"],
  ["Haskell", "sdks/haskell/test/public-names.txt"],
])("the table has each public name of the %s SDK, and no other", (language, file) => {
  const list = readFileSync(join(root, file), "utf8");
  // Overloads have one name, and may have several rows.
  expect([...new Set(listed(language))].sort()).toEqual(list.trim().split("\n").sort());
});
