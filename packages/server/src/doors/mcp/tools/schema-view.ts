import type { Package } from "../../../custom-bots/catalog.ts";
import { bytesOf, resultBytes } from "./budget.ts";

type Schema = Record<string, unknown>;

/** Keywords that do not decide what is valid. */
const annotations = ["title", "description", "examples", "$comment", "default"];

/** The schema of a custom bot, and an instance configuration to start from. */
export function shownSchema({ name, version, config, schema }: Package): object {
  const example = {
    name: `my-${name}`.slice(0, 63),
    type: `${config.type}/${name}`,
    version,
    ...(config.type === "scheduled" && { schedule: "0 14 * * 1-5" }),
    config: exampleOf(schema),
  };
  const whole = { name, version, schema, example };
  if (bytesOf(whole) <= resultBytes) return whole;
  const hint = `The schema is too long for a tool, and parts are left out. GET /api/v1/custom-bots/${name}/versions/${encodeURIComponent(version)}/schema returns all of it.`;
  const candidates = [
    { name, version, schema: bare(schema), example },
    { name, version, schema: bare(schema) },
    { name, version, schema: outline(schema) },
  ];
  const fits = candidates.find((each) => bytesOf({ ...each, hint }) < resultBytes - 100);
  return { ...(fits ?? { name, version, schema: { type: "object" } }), truncated: true, hint };
}

/** Returns settings to edit: defaults, and for required ones without a default a value of the right type. */
function exampleOf(schema: Schema): Schema {
  const properties = objectOf(schema.properties);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const found = Object.entries(properties).flatMap(([name, given]) => {
    const field = objectOf(given);
    if ("default" in field) return [[name, field.default]];
    return required.includes(name) ? [[name, sampleOf(field, name)]] : [];
  });
  return Object.fromEntries(found) as Schema;
}

function sampleOf(field: Schema, name: string): unknown {
  if ("const" in field) return field.const;
  if (Array.isArray(field.enum)) return field.enum[0];
  if (Array.isArray(field.examples)) return field.examples[0];
  const type = Array.isArray(field.type) ? field.type[0] : field.type;
  if (type === "integer" || type === "number") return typeof field.minimum === "number" ? field.minimum : 1;
  if (type === "boolean") return false;
  if (type === "array") return [];
  return type === "object" ? exampleOf(field) : `<${name}>`;
}

/** Returns a schema without descriptions, except where the word names a property. */
function bare(schema: unknown, names = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => bare(each));
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => names || !annotations.includes(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      key === "enum" || key === "const"
        ? value
        : bare(value, !names && /^(properties|patternProperties|definitions)$/.test(key)),
    ]),
  );
}

/** Returns only the names and types of the settings. */
function outline({ properties, required, additionalProperties }: Schema): Schema {
  const fields = Object.entries(objectOf(properties)).map(([name, field]) => {
    const { type } = objectOf(field);
    return [name, type === undefined ? {} : { type }];
  });
  return {
    type: "object",
    properties: Object.fromEntries(fields),
    ...(required !== undefined && { required }),
    ...(additionalProperties === false && { additionalProperties }),
  };
}

function objectOf(value: unknown): Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}
