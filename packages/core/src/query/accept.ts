import { type JsonObject, type JsonValue, readJson } from "../json/index.ts";

/** The types that typed accessors support, by name. */
export type ParamTypes = {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  array: JsonValue[];
  object: JsonObject;
};

/** The name of a type that typed accessors support. */
export type ParamType = keyof ParamTypes;

type Rule = { expected: string; accepts: (value: JsonValue) => boolean };

const rules: { [Type in ParamType]: Rule } = {
  string: { expected: "a string", accepts: (value) => typeof value === "string" },
  number: { expected: "a number", accepts: (value) => typeof value === "number" },
  integer: { expected: "an integer", accepts: Number.isSafeInteger },
  boolean: { expected: "true or false", accepts: (value) => typeof value === "boolean" },
  array: { expected: "an array", accepts: Array.isArray },
  object: {
    expected: "an object",
    accepts: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  },
};

/** Returns the expected kind of a parameter in words, such as `a number`. */
export function expectedOf(type: ParamType): string {
  return rules[type].expected;
}

/** Converts a parameter, a JSON value or its string form, to a type; undefined if it does not fit [Q-34 … Q-36]. */
export function acceptAs(value: JsonValue, type: ParamType): JsonValue | undefined {
  const { accepts } = rules[type];
  if (accepts(value)) return value;
  if (type === "string" || typeof value !== "string") return undefined;
  const form = stringForm(value);
  return form !== undefined && accepts(form) ? form : undefined;
}

function stringForm(text: string): JsonValue | undefined {
  // JSON allows white space around a document; the string form does not.
  if (/^[ \t\r\n]|[ \t\r\n]$/.test(text)) return undefined;
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
