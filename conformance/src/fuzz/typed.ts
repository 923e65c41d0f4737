import { isObject, type Json, Malformed, Num, read } from "../json/index.ts";

/** Names of the types in messages. */
export const names: Record<string, string> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
};

/** Returns the value, or the value of its text, if it has the type; otherwise undefined. */
export function typed(given: Json, type: string): Json | undefined {
  if (isOf(given, type)) return given;
  if (typeof given !== "string" || given.trim() !== given) return undefined;
  try {
    const spelled = read(given);
    return type !== "string" && isOf(spelled, type) ? spelled : undefined;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

function isOf(value: Json, type: string): boolean {
  if (type === "integer") return value instanceof Num && Number.isSafeInteger(Number(value.raw));
  if (type === "number") return value instanceof Num;
  if (type === "array") return Array.isArray(value);
  return type === "object" ? isObject(value) : typeof value === type;
}
