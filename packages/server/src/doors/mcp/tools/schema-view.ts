import type { Package } from "../../../custom-bots/catalog.ts";
import { bytesOf, resultBytes } from "./budget.ts";

type Schema = Record<string, unknown>;

/** Keywords that do not decide what is valid. */
const annotations = ["title", "description", "examples", "$comment", "default"];

/** The schema of a custom bot, and an instance configuration to start from, if there is one. */
export function shownSchema({ name, version, schema }: Package, example?: object): object {
  const start = example && { example };
  const whole = { name, version, schema, ...start };
  if (bytesOf(whole) <= resultBytes) return whole;
  const hint = `The schema is too long for a tool, and parts are left out. GET /api/v1/custom-bots/${name}/versions/${encodeURIComponent(version)}/schema returns all of it.`;
  const candidates = [
    { name, version, schema: bare(schema), ...start },
    { name, version, schema: bare(schema) },
    { name, version, schema: outline(schema) },
  ];
  const fits = candidates.find((each) => bytesOf({ ...each, hint }) < resultBytes - 100);
  return { ...(fits ?? { name, version, schema: { type: "object" } }), truncated: true, hint };
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
