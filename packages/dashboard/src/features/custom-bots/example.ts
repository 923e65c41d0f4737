import type { CustomBot, InstanceConfig } from "@botyard/client/browser";
import { firstValue } from "../../ui/schema-form/first-value.ts";
import { readSchema, type Schema } from "../../ui/schema-form/schema.ts";

/** A bot to begin with: the fields that its config must have, each with an example or an empty value. */
export function exampleOf({ name, type, version }: CustomBot, schemaText: string): InstanceConfig {
  return {
    ...{ name: `my-${name}`, type: `${type}/${name}`, version },
    ...(type === "scheduled" && { schedule: "0 * * * *" }),
    config: configOf(schemaText),
  };
}

function configOf(text: string): InstanceConfig["config"] {
  let schema: Schema;
  try {
    schema = readSchema(text);
  } catch {
    return {};
  }
  const required = (schema.required ?? []).map((name): [string, unknown] => {
    const field = schema.properties?.[name] ?? {};
    return [name, field.default ?? field.examples?.[0] ?? firstValue(field)];
  });
  return Object.fromEntries(required) as InstanceConfig["config"];
}
