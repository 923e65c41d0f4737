/** The part of a JSON schema (draft-07) that a form is made of. Everything else the platform checks. */
export interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  writeOnly?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

export type Kind = "text" | "secret" | "number" | "boolean" | "choice" | "object" | "list" | "json";

const scalar: readonly (string | undefined)[] = ["string", "number", "integer", "boolean"];

/** How a value is entered. What no field of a form fits, such as alternatives, is entered as JSON. */
export function kindOf(schema: Schema): Kind {
  if (schema.enum?.every((value) => typeof value !== "object")) return "choice";
  switch (schema.type) {
    case "string":
      return schema.writeOnly || schema.format === "password" ? "secret" : "text";
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "object":
      return schema.properties ? "object" : "json";
    case "array":
      return schema.items && scalar.includes(schema.items.type as string) ? "list" : "json";
    default:
      return "json";
  }
}

/** Reads the text of a schema; one that is not an object has no fields. */
export function readSchema(text: string): Schema {
  const schema: unknown = JSON.parse(text);
  return typeof schema === "object" && schema !== null ? (schema as Schema) : {};
}

/** What a field must be, in words, from its bounds. */
export function rulesOf({ type, minimum, maximum, minLength, maxLength, pattern }: Schema): string {
  const rules: string[] = [];
  if (type === "integer") rules.push("a whole number");
  if (minimum !== undefined && maximum !== undefined) rules.push(`${minimum} to ${maximum}`);
  else if (minimum !== undefined) rules.push(`at least ${minimum}`);
  else if (maximum !== undefined) rules.push(`at most ${maximum}`);
  if (minLength) rules.push(`at least ${minLength} characters`);
  if (maxLength !== undefined) rules.push(`at most ${maxLength} characters`);
  if (pattern !== undefined) rules.push(`matching ${pattern}`);
  return rules.join(", ");
}
