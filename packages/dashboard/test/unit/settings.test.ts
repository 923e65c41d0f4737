import { expect, test } from "vitest";
import { changesOf, patchOf, settingsOf } from "../../src/domain/settings/settings.ts";

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
