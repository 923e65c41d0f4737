import { expect, test } from "vitest";
import { readExact } from "../../src/lib/exact-json.ts";
import { asRows } from "../../src/ui/document/rows.ts";

const rowsOf = (text: string) => asRows(readExact(text));

test("a list of objects is a table; what an object lacks is empty", () => {
  expect(JSON.stringify(rowsOf('[{"a":1.10,"b":"x"},{"b":null}]'))).toBe(
    '{"columns":["a","b"],"rows":[[1.10,"x"],[null,null]],"isWhole":true}',
  );
});

test("the only list of an object is a table, which knows whether there is more than it shows", () => {
  expect(rowsOf('{"trades":[{"a":1}]}')).toMatchObject({ of: "trades", isWhole: true });
  expect(rowsOf('{"size":5,"trades":[{"a":1}]}')).toMatchObject({ of: "trades", isWhole: false });
});

test.each([
  "1",
  "null",
  "[]",
  "{}",
  "[1,2]",
  "[{}]",
  '[{"a":1},2]',
  '[{"a":{"b":1}}]',
  '{"a":[{"x":1}],"b":[{"x":1}]}',
  JSON.stringify([Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`column ${at}`, at]))]),
])("%s is no table", (text) => {
  expect(rowsOf(text)).toBeUndefined();
});
