import type { Package } from "../../../custom-bots/catalog.ts";
import { PlatformError } from "../../../errors/platform-error.ts";
import type { Call } from "../../../operations/operation.ts";
import type { Parts } from "../../../operations/parts.ts";

type Schema = Record<string, unknown>;

const triedAtMost = 10;

/** Returns an instance configuration to start from; `undefined` if none is found that `bot_deploy` accepts. */
export async function exampleOf(
  { bots }: Parts,
  { caller }: Call,
  { name, version, config, schema }: Package,
): Promise<object | undefined> {
  for (const alternative of alternativesOf(schema).slice(0, triedAtMost)) {
    const example = {
      name: `my-${name}`.slice(0, 63),
      type: `${config.type}/${name}`,
      version,
      ...(config.type === "scheduled" && { schedule: "0 14 * * 1-5" }),
      config: settingsOf(alternative),
    };
    try {
      await bots.dryRun(caller.user_id, example);
      return example;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
    }
  }
  return undefined;
}

/** Returns a schema joined with each of its alternatives; the schema itself if it has none. */
function alternativesOf(schema: Schema): Schema[] {
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(alternatives)) return [schema];
  return alternatives.map(objectOf).map((one) => ({
    ...schema,
    ...one,
    properties: { ...objectOf(schema.properties), ...objectOf(one.properties) },
    required: [...listOf(schema.required), ...listOf(one.required)],
  }));
}

/** Returns settings to edit: defaults, and for required ones without a default a value of the right type. */
function settingsOf(schema: Schema): Schema {
  const required = listOf(schema.required);
  const found = Object.entries(objectOf(schema.properties)).flatMap(([name, given]) => {
    const field = objectOf(given);
    if ("default" in field) return [[name, field.default]];
    return required.includes(name) ? [[name, sampleOf(field, name)]] : [];
  });
  return Object.fromEntries(found) as Schema;
}

function sampleOf(given: Schema, name: string): unknown {
  const [field = given] = alternativesOf(given);
  if ("const" in field) return field.const;
  if (Array.isArray(field.enum)) return field.enum[0];
  if (Array.isArray(field.examples)) return field.examples[0];
  const type = Array.isArray(field.type) ? field.type[0] : field.type;
  if (type === "integer" || type === "number") return typeof field.minimum === "number" ? field.minimum : 1;
  if (type === "boolean") return false;
  if (type === "array") return [];
  return type === "object" ? settingsOf(field) : `<${name}>`;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function objectOf(value: unknown): Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}
