import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { matchers } from "../../src/judge/match.ts";
import { file, judged, stepOf } from "./recorded.ts";

/** Matchers of the result document, documents that match, and near-misses with the failure of each. */
const table: { matcher: string; fits: string[]; not: Record<string, string> }[] = [
  {
    matcher: "{ $any: true }",
    fits: ["null", '{"a":[1]}', '""'],
    not: { "": 'result: not valid JSON: unexpected end at position 0, near ""' },
  },
  {
    matcher: '{ $type: "null" }',
    fits: ["null"],
    not: {
      '""': 'result: expected {"$type":"null"}, got ""',
      "0": 'result: expected {"$type":"null"}, got 0',
    },
  },
  {
    matcher: "{ $type: boolean }",
    fits: ["true", "false"],
    not: { '"true"': 'result: expected {"$type":"boolean"}, got "true"' },
  },
  {
    matcher: "{ $type: number }",
    fits: ["0", "-1.5", "1e300"],
    not: { '"1"': 'result: expected {"$type":"number"}, got "1"' },
  },
  {
    matcher: "{ $type: integer }",
    fits: ["1", "1.0", "1e3", "-0", "0.0"],
    not: {
      "1.5": 'result: expected {"$type":"integer"}, got 1.5',
      "1e-1": 'result: expected {"$type":"integer"}, got 1e-1',
    },
  },
  {
    matcher: "{ $type: string }",
    fits: ['""', '"é"'],
    not: { '["a"]': 'result: expected {"$type":"string"}, got ["a"]' },
  },
  {
    matcher: "{ $type: array }",
    fits: ["[]"],
    not: { '{"0":1}': 'result: expected {"$type":"array"}, got {"0":1}' },
  },
  {
    matcher: "{ $type: object }",
    fits: ["{}"],
    not: {
      "[]": 'result: expected {"$type":"object"}, got []',
      null: 'result: expected {"$type":"object"}, got null',
    },
  },
  {
    matcher: '{ $regex: "^a.c" }',
    fits: ['"abcd"', '"a😀c"'],
    not: {
      '"xabc"': 'result: expected {"$regex":"^a.c"}, got "xabc"',
      "1": 'result: expected {"$regex":"^a.c"}, got 1',
    },
  },
  {
    matcher: "{ $contains: bc }",
    fits: ['"abcd"', '["a","bc"]'],
    not: {
      '"cb"': 'result: expected {"$contains":"bc"}, got "cb"',
      '["abcd"]': 'result: expected {"$contains":"bc"}, got ["abcd"]',
      '{"bc":1}': 'result: expected {"$contains":"bc"}, got {"bc":1}',
    },
  },
  {
    matcher: "{ $contains: { a: { $type: number } } }",
    fits: ['[0,{"a":1}]'],
    not: {
      '[{"a":"1"}]': 'result: expected {"$contains":{"a":{"$type":"number"}}}, got [{"a":"1"}]',
      '"a"': 'result: expected {"$contains":{"a":{"$type":"number"}}}, got "a"',
    },
  },
  {
    matcher: "{ $one_of: [1, { $regex: x }] }",
    fits: ["1.0", '"axb"'],
    not: {
      '"1"': 'result: expected {"$one_of":[1,{"$regex":"x"}]}, got "1"',
      "[1]": 'result: expected {"$one_of":[1,{"$regex":"x"}]}, got [1]',
    },
  },
  {
    matcher: "{ $not: { $type: string } }",
    fits: ["null", "[]"],
    not: { '""': 'result: expected {"$not":{"$type":"string"}}, got ""' },
  },
  {
    matcher: "{ $has: { a: 1, b: { $any: true } } }",
    fits: ['{"b":null,"a":1,"c":2}', '{"a":1.0,"b":0}'],
    not: {
      '{"a":1}': 'result.b: expected {"$any":true}, got nothing',
      '{"a":2,"b":0}': "result.a: expected 1, got 2",
      "[]": 'result: expected {"a":1,"b":{"$any":true}}, got []',
    },
  },
  {
    matcher: "{ $unordered: [1, { $type: number }, 1] }",
    fits: ["[1,1,2]", "[2,1,1]", "[1,2,1]"],
    not: {
      "[1,2,2]": 'result: expected {"$unordered":[1,{"$type":"number"},1]}, got [1,2,2]',
      "[1,1]": 'result: expected {"$unordered":[1,{"$type":"number"},1]}, got [1,1]',
      "[1,1,2,2]": 'result: expected {"$unordered":[1,{"$type":"number"},1]}, got [1,1,2,2]',
      '{"0":1}': 'result: expected {"$unordered":[1,{"$type":"number"},1]}, got {"0":1}',
    },
  },
  {
    matcher: "{ $each: { $type: string } }",
    fits: ["[]", '["a","b"]'],
    not: {
      '["a",1,2]': 'result[1]: expected {"$type":"string"}, got 1',
      '"a"': 'result: expected {"$each":{"$type":"string"}}, got "a"',
    },
  },
  {
    matcher: "{ $each: 1, count: 2 }",
    fits: ["[1,1.0]"],
    not: {
      "[1]": "result: expected 2 elements, got 1",
      "[1,1,1]": "result: expected 2 elements, got 3",
      "[1,2]": "result[1]: expected 1, got 2",
    },
  },
  {
    matcher: "{ $close: [10, 0.5] }",
    fits: ["10", "9.5", "10.5", "1e1"],
    not: {
      "10.6": 'result: expected {"$close":[10,0.5]}, got 10.6',
      '"10"': 'result: expected {"$close":[10,0.5]}, got "10"',
    },
  },
  {
    matcher: '{ $literal: { $any: true, "1": [{ $not: 2 }] } }',
    fits: ['{"1":[{"$not":2.0}],"$any":true}'],
    not: {
      "1": 'result: expected {"$any":true,"1":[{"$not":2}]}, got 1',
      '{"$any":true,"1":[3]}': 'result: expected {"$any":true,"1":[{"$not":2}]}, got {"$any":true,"1":[3]}',
    },
  },
  {
    matcher: '{ $json: \'{"a":[1e2,{"$any":true}]}\' }',
    fits: ['{"a":[100,{"$any":true}]}'],
    not: {
      '{"a":[100,7]}': 'result: expected {"a":[1e2,{"$any":true}]}, got {"a":[100,7]}',
      '"{}"': 'result: expected {"a":[1e2,{"$any":true}]}, got "{}"',
    },
  },
];

const described = table.flatMap(({ matcher, fits, not }) => [
  ...fits.map((document) => ({ matcher, document, said: [] as string[] })),
  ...Object.entries(not).map(([document, text]) => ({ matcher, document, said: [text] })),
]);

test.each(described)("$matcher and the document $document", ({ matcher, document, said }) => {
  const step = stepOf(`run: { ops: [] }\nexpect: { result: ${matcher} }`);
  expect(judged(step, { after: { "out/result.json": file(document) } })).toEqual(said);
});

describe("the table above", () => {
  const own = table.map(({ matcher }) => /\$(\w+)/.exec(matcher)![1]!);

  test("has every matcher of the judge and of the page", () => {
    const page = readFileSync(
      join(import.meta.dirname, "../../../docs/reference/conformance-cases.md"),
      "utf8",
    );
    const named = [...page.matchAll(/^\| `\$(\w+): .*\|$/gm)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(10);
    expect([...new Set(own)].sort()).toEqual([...named].sort());
    expect(Object.keys(matchers).sort()).toEqual([...named].sort());
  });

  test("has an accepted and a refused value for each of them", () => {
    for (const { matcher, fits, not } of table) {
      expect([matcher, fits.length > 0, Object.keys(not).length > 0]).toEqual([matcher, true, true]);
    }
  });
});
