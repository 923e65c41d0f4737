import { expect, test } from "vitest";
import { problemsOf } from "../../src/domain/settings/problems.tsx";
import {
  changesOf,
  patchOf,
  plannedChanges,
  settingsOf,
  unknownFields,
} from "../../src/domain/settings/settings.ts";
import { readJson } from "../../src/lib/exact-json.ts";
import { readSchema } from "../../src/ui/schema-form/schema.ts";

const before = { name: "a", version: "1.0.0", timezone: "UTC", config: { symbol: "A", key: "********" } };
const schema = { properties: { key: { type: "string", writeOnly: true } } };

test("settings are what a user sets, without what is not set", () => {
  expect(settingsOf({ ...before, ...({ bot_id: "bot_1", status: "running" } as object) })).toEqual(before);
});

test("a patch has the fields that differ, and null for those that are unset", () => {
  const { timezone: _unset, ...after } = { ...before, config: { symbol: "B", key: "********" } };
  expect(patchOf(before, after)).toEqual({ timezone: null, config: { symbol: "B", key: "********" } });
  expect(patchOf(before, before)).toEqual({});
});

test("of a secret, the changes say only that it is another one", () => {
  const after = { ...before, config: { symbol: "A", key: "new-secret" } };
  expect(changesOf(schema, before, after)).toEqual([
    { path: "config.key", before: "(stored secret)", after: "(new secret)" },
  ]);
  const first = changesOf(schema, { ...before, config: { symbol: "A" } }, after);
  expect(first).toEqual([{ path: "config.key", before: undefined, after: '"********"' }]);
});

test("a patch sends the whole config with numbers as they were written, and says nothing of what is the same", () => {
  const config = { ...before.config, id: readJson("12345678901234567890") };
  expect(JSON.stringify(patchOf(before, { ...before, config }))).toBe(
    '{"config":{"symbol":"A","key":"********","id":12345678901234567890}}',
  );
  const patch = patchOf({ ...before, timeout_seconds: 60 }, { ...before, timeout_seconds: 0 });
  expect(patch).toEqual({ timeout_seconds: 0 });
});

test("problems are told by field; several of one field are joined, and those of no field are kept", () => {
  const errors = [
    { pointer: "/config/period", detail: "Too small.", next: "Use 2 or more." },
    { pointer: "/config/period", detail: "Not even." },
    { detail: "Something else." },
  ];
  expect([...problemsOf({ errors })]).toEqual([
    ["/config/period", "Too small. Use 2 or more. Not even."],
    ["", "Something else."],
  ]);
  expect(problemsOf(undefined).size + problemsOf(new Error("x")).size).toBe(0);
});

test.each([
  ['{"properties":{"symbol":{},"a/b":{}}}', ["period", "x_1", "__proto__"]],
  ['{"properties":{"symbol":{},"a/b":{}},"patternProperties":{"^x_":{}}}', []],
  ['{"additionalProperties":false}', ["symbol", "period", "a/b", "x_1", "__proto__"]],
  ['{"properties":{"symbol":{}},"additionalProperties":{"type":"number"}}', []],
  ["{}", []],
])("the schema %s has no fields %j", (schema, names) => {
  const config = readJson('{"symbol":"A","period":5,"a/b":1,"x_1":1,"__proto__":1}') as typeof before.config;
  expect(unknownFields(readSchema(schema), config)).toEqual(names);
});

test("a config of alternatives has the fields of each of them", () => {
  const kinds = '{"oneOf":[{"properties":{"kind":{},"a":{}}},{"properties":{"kind":{},"b":{}}}]}';
  expect(unknownFields(readSchema(kinds), { kind: "x", a: 1, b: 2, c: 3 })).toEqual(["c"]);
});

test("planned changes have the defaults that the platform adds, and say of an entered secret only that it is new", () => {
  const entered = { ...before, config: { key: "new-secret" } };
  const planned = { symbol: "B", key: "********", mode: { kind: "x" }, rest: [{ key: "********" }] };
  expect(plannedChanges(schema, before, entered, planned)).toEqual([
    { path: "config.symbol", before: '"A"', after: '"B"', isDefault: true },
    { path: "config.key", before: "(stored secret)", after: "(new secret)" },
    { path: "config.mode", before: undefined, after: '{"kind":"x"}', isDefault: true },
    { path: "config.rest", before: undefined, after: '[{"key":"********"}]', isDefault: true },
  ]);
  const mode = { ...before, config: { ...before.config, mode: { kind: "y" } } };
  expect(plannedChanges(schema, mode, before, { ...before.config, mode: { kind: "x" } })).toEqual([
    { path: "config.mode.kind", before: '"y"', after: '"x"', isDefault: true },
  ]);
});
