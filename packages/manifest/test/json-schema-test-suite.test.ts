import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { checkBotSchema, hasErrors, validateConfig } from "../src/index.ts";
import decisions from "./json-schema-test-suite/decisions.json" with { type: "json" };

interface Group {
  description: string;
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}

type Answer = "valid" | "invalid" | "the schema is refused";

const folder = new URL("json-schema-test-suite/draft7/", import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".json"),
);

/** A config is an object, so what a test says of any value is said of one setting. */
function asSetting(schema: unknown): unknown {
  // References to "#" must lead to the schema of the test.
  const isNameless = typeof schema === "object" && schema !== null && !("$id" in schema);
  const value = isNameless ? { $id: "http://test.invalid/schema", ...schema } : schema;
  return { type: "object", properties: { value } };
}

function answerTo(schema: unknown, config: unknown): Answer {
  const checked = checkBotSchema(JSON.stringify(schema));
  if (!checked.schema || hasErrors(checked.problems)) return "the schema is refused";
  return validateConfig(checked.schema, config).problems.length === 0 ? "valid" : "invalid";
}

const differencesOf = (file: string, { description, schema, tests }: Group): string[] =>
  tests.flatMap((test) => {
    const answer = answerTo(asSetting(schema), { value: test.data });
    const expected: Answer = test.valid ? "valid" : "invalid";
    return answer === expected ? [] : [`${file}: ${description}: ${test.description}: ${answer}`];
  });

it("schemas mean what the JSON Schema Test Suite for draft-07 says, but for the decisions on the list", () => {
  const groups = files.flatMap((file) =>
    (JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Group[]).map((group) => ({ file, group })),
  );
  expect(groups.flatMap(({ group }) => group.tests).length).toBeGreaterThan(1700);
  const found = groups.flatMap(({ file, group }) => differencesOf(file, group));
  expect(found.sort()).toEqual(decisions.flatMap(({ differences }) => differences).sort());
});

it("each decision on the list has its reason", () => {
  for (const { reason } of decisions) expect(reason).toMatch(/^[A-Z`].{40,}\.$/);
});
