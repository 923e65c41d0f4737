import { described, type Html, html } from "./html.ts";

/** The part of JSON Schema that the platform's documents use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
}

/** Returns the fields of an object as a table; `undefined` for other types. */
export function fieldsOf({ properties, required = [] }: Schema): Html | undefined {
  if (properties === undefined) return undefined;
  return html`<table>${Object.entries(properties).map(
    ([name, field]) =>
      html`<tr><td><code>${name}</code></td><td>${required.includes(name) ? "required" : "optional"}</td><td>${typeOf(field)}</td><td>${described(field.description)}${fieldsOf(field)}${field.items && fieldsOf(field.items)}</td></tr>`,
  )}</table>`;
}

/** Returns the type of a value and its limits. */
export function typeOf(schema: Schema): Html {
  return html`${kindOf(schema)}${limitsOf(schema)}`;
}

function kindOf(schema: Schema): Html {
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split("/").at(-1)!;
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (choices)
    return html`${choices.map((choice, at) => html`${at > 0 ? " or " : undefined}${typeOf(choice)}`)}`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum)
    return html`${schema.enum.map((value, at) => html`${at > 0 ? ", " : undefined}<code>${JSON.stringify(value)}</code>`)}`;
  if (schema.type === "array" && schema.items) return html`array of ${typeOf(schema.items)}`;
  const type = [schema.type ?? "any value"].flat().join(" or ");
  return html`${type}${schema.format === undefined ? undefined : ` (${schema.format})`}`;
}

const words: [keyof Schema, string][] = [
  ["minimum", "at least"],
  ["maximum", "at most"],
  ["minLength", "characters, at least"],
  ["maxLength", "characters, at most"],
  ["minItems", "items, at least"],
  ["pattern", "matches"],
  ["default", "default:"],
];

function limitsOf(schema: Schema): Html[] {
  return words
    .filter(([name]) => schema[name] !== undefined)
    .map(([name, word]) => {
      const limit = schema[name];
      return html`; ${word} <code>${typeof limit === "string" ? limit : JSON.stringify(limit)}</code>`;
    });
}
