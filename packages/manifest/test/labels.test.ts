import { expect, test } from "vitest";
import { checkInstance, labelsText, splitLabel } from "../src/index.ts";

const check = (labels: unknown) =>
  checkInstance({ name: "one", type: "realtime/trader", version: "1.0.0", config: {}, labels });

test("labels are kept in the order of their names, so that another order is no change", () => {
  const { labels } = check({ team: "research", "example.com/env": "live", b: "1" }).instance!;
  expect(JSON.stringify(labels)).toBe('{"b":"1","example.com/env":"live","team":"research"}');
  expect(labelsText(labels!)).toBe("b=1, example.com/env=live, team=research");
});

test("no labels are like an empty object of labels", () => {
  expect(check({}).instance).not.toHaveProperty("labels");
});

test.each([
  ["team", "/labels", '"labels" is a string.'],
  [null, "/labels", '"labels" is null.'],
  [{ team: 5 }, "/labels/team", 'The label "team" is 5; it must be a text'],
  [{ team: "" }, "/labels/team", 'The label "team" is ""; it must be a text'],
  [{ team: " a" }, "/labels/team", 'The label "team" is " a"'],
  [{ team: "a\u202eb" }, "/labels/team", 'The label "team" is "a\u202eb"'],
  [{ team: "x".repeat(101) }, "/labels/team", 'The label "team" is'],
  [{ Team: "a" }, "/labels/Team", 'The label "Team" does not have a valid name.'],
  [{ "a/": "a" }, "/labels/a~1", 'The label "a/" does not have a valid name.'],
  [JSON.parse('{"__proto__": "a"}'), "/labels/__proto__", 'The label "__proto__" does not'],
])("%j is refused with its place", (labels, pointer, message) => {
  expect(check(labels).problems).toEqual([
    expect.objectContaining({ code: "labels.invalid", pointer, message: expect.stringContaining(message) }),
  ]);
});

test("16 labels are allowed, 17 are not", () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`l${i}`, "a"]));
  expect(check(many(16)).problems).toEqual([]);
  expect(check(many(17)).problems).toMatchObject([
    { message: "There are 17 labels; at most 16 are allowed." },
  ]);
});

test.each([
  ["team=research", { key: "team", value: "research" }],
  ["formula=a=b", { key: "formula", value: "a=b" }],
  ["team", undefined],
  ["team=", undefined],
  ["=a", undefined],
  ["Team=a", undefined],
])("%j is split at its first equals sign", (text, label) => {
  expect(splitLabel(text)).toEqual(label);
});
