import { expect, test } from "vitest";
import { indentJson } from "../../src/output/indent.ts";
import { checkSelection, select } from "../../src/output/select.ts";
import { settleJson } from "../../src/program/globals.ts";

test("JSON is indented and every number keeps its digits", () => {
  const text = '{"id":12345678901234567890,"p":1.10,"list":[1,{"a":[]}],"empty":{},"s":"a:{,}\\"b"}';
  expect(indentJson(text)).toBe(
    [
      "{",
      '  "id": 12345678901234567890,',
      '  "p": 1.10,',
      '  "list": [',
      "    1,",
      "    {",
      '      "a": []',
      "    }",
      "  ],",
      '  "empty": {},',
      '  "s": "a:{,}\\"b"',
      "}",
    ].join("\n"),
  );
});

test.each(["5", '"text"', "null", "[]", "{}", '[""]'])(
  "indenting %s does not change the document",
  (text) => {
    expect(JSON.parse(indentJson(text))).toEqual(JSON.parse(text));
  },
);

test("selected fields come in the given order, missing ones as null, for every item of a list", () => {
  const bots = { items: [{ name: "a", last_run: { status: "success" }, x: 1 }, { name: "b" }] };
  expect(JSON.stringify(select(bots, ["last_run.status", "name"]))).toBe(
    '{"items":[{"last_run.status":"success","name":"a"},{"last_run.status":null,"name":"b"}]}',
  );
  expect(select(bots, true)).toBe(bots);
  expect(select({ __proto__: null, name: "x" }, ["constructor"])).toEqual({ constructor: null });
});

test("an unknown field is refused with the available fields", () => {
  expect(() => checkSelection(["colour"], ["name", "status"])).toThrow(
    'Unknown JSON field "colour". Available fields: name, status.',
  );
});

test.each([
  [
    ["x", "--json"],
    ["x", "--json"],
  ],
  [
    ["--json", "name,status", "x"],
    ["x", "--json=name,status"],
  ],
  [
    ["--json", "my-bot"],
    ["my-bot", "--json"],
  ],
  [
    ["--json=name", "x"],
    ["--json=name", "x"],
  ],
  [
    ["--", "--json"],
    ["--", "--json"],
  ],
])("in %j the word after --json is a list of fields only if the fields exist", (given, settled) => {
  expect(settleJson(given, ["name", "status"])).toEqual(settled);
});
