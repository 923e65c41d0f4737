import { expect, test } from "vitest";
import { differences, fieldOf, rebase, withField } from "../../src/lib/changes.ts";
import { readJson } from "../../src/lib/exact-json.ts";

test("differences are those of the fields, however deep", () => {
  const before = { a: { b: 1, gone: true }, same: [1], list: [1, { x: 1 }] };
  const after = { same: [1], a: { b: 2, "new.one": null }, list: [1, { x: 2 }] };
  expect(differences(before, after)).toEqual([
    { path: "a.b", before: "1", after: "2" },
    { path: "a.gone", before: "true", after: undefined },
    { path: 'a["new.one"]', before: undefined, after: "null" },
    { path: "list[1].x", before: "1", after: "2" },
  ]);
});

test("lists of different lengths differ as a whole", () => {
  expect(differences({ a: [1, 2] }, { a: [2] })).toEqual([{ path: "a", before: "[1,2]", after: "[2]" }]);
});

test("the order of fields is no difference", () => {
  expect(differences({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
});

test("numbers that a double rounds to the same differ", () => {
  const [before, after] = [readJson('{"a":9007199254740993}'), readJson('{"a":9007199254740992}')];
  expect(differences(before, after)).toEqual([
    { path: "a", before: "9007199254740993", after: "9007199254740992" },
  ]);
});

test("names of the prototype are names like others", () => {
  const value = readJson('{"__proto__":1}') as Record<string, unknown>;
  expect(fieldOf({}, "constructor")).toBeUndefined();
  expect(JSON.stringify(withField(value, "__proto__", 2))).toBe('{"__proto__":2}');
  expect(differences({}, value)).toEqual([{ path: "__proto__", before: undefined, after: "1" }]);
});

test("the own changes are applied to what another has saved", () => {
  const base = { name: "a", config: { mine: 1, theirs: 1, both: 1, gone: 1 } };
  const mine = { name: "a", config: { mine: 2, theirs: 1, both: 2 } };
  const theirs = { name: "b", config: { mine: 1, theirs: 3, both: 3, gone: 1, new: 1 } };
  expect(rebase(base, mine, theirs)).toEqual({ name: "b", config: { mine: 2, theirs: 3, both: 2, new: 1 } });
});

test("a value that both removed, or that another removed, is not brought back", () => {
  expect(rebase({ a: 1, b: 1, c: 0 }, { a: 1, c: 1 }, { c: 0 })).toEqual({ c: 1 });
});
