import { expect } from "vitest";
import { checkBotSchema, validateConfig } from "../src/index.ts";

export const schemaOf = (properties: unknown, more: object = {}) => ({ type: "object", properties, ...more });
export const group = (properties: unknown, more: object = {}) => ({ type: "object", properties, ...more });

/** The config that a bot gets. */
export const effective = (schema: Record<string, unknown>, config: unknown = {}) => {
  const { config: filled, problems } = validateConfig(schema, config);
  expect(problems).toEqual([]);
  return filled;
};
export const problemsOf = (schema: unknown) => checkBotSchema(JSON.stringify(schema, null, 1)).problems;
export const warned = (schema: unknown) =>
  problemsOf(schema).flatMap(({ code, pointer }) => (code.includes("default") ? [`${code} ${pointer}`] : []));
export const ignored = (pointer: string) => `bot_schema.default_ignored ${pointer}/default`;
