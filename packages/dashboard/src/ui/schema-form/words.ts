import type { Schema } from "./schema.ts";
import { typeOf } from "./schema.ts";

/** What a field must be, in words, from its bounds. */
export function rulesOf(schema: Schema): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const { minLength, maxLength, pattern, format, minItems, maxItems, uniqueItems } = schema;
  const rules: string[] = [];
  if (typeOf(schema) === "integer") rules.push("a whole number");
  if (minimum !== undefined && maximum !== undefined) rules.push(`${minimum} to ${maximum}`);
  else if (minimum !== undefined) rules.push(`at least ${minimum}`);
  else if (maximum !== undefined) rules.push(`at most ${maximum}`);
  if (exclusiveMinimum !== undefined) rules.push(`more than ${exclusiveMinimum}`);
  if (exclusiveMaximum !== undefined) rules.push(`less than ${exclusiveMaximum}`);
  if (multipleOf !== undefined) rules.push(`a multiple of ${multipleOf}`);
  if (minLength) rules.push(`at least ${count(minLength, "character")}`);
  if (maxLength !== undefined) rules.push(`at most ${count(maxLength, "character")}`);
  if (minItems) rules.push(`at least ${count(minItems, "item")}`);
  if (maxItems !== undefined) rules.push(`at most ${count(maxItems, "item")}`);
  if (uniqueItems) rules.push("without duplicates");
  if (format !== undefined && format !== "password") rules.push(`format ${format}`);
  if (pattern !== undefined) rules.push(`matching ${pattern}`);
  return rules.join(", ");
}

const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? "" : "s"}`;

/** What an empty field shows: the default that is used, or else an example. */
export function placeholderOf({ default: value, examples }: Schema): string | undefined {
  if (value !== undefined) return `default: ${written(value)}`;
  return examples?.length ? `for example ${written(examples[0])}` : undefined;
}

const written = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
