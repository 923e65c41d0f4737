import type { Schema } from "./schema.ts";
import { SchemaField } from "./schema-field.tsx";

export type Values = Record<string, unknown>;

/** Problems by the JSON pointer of the value, as the platform reports them. */
export type Problems = ReadonlyMap<string, string>;

interface Props {
  schema: Schema;
  value: Values;
  problems: Problems;
  /** Pointer of `value` in the document that is checked. */
  pointer: string;
  onChange(value: Values): void;
}

/** The fields of an object, from its schema. Values that the schema does not name are kept, and shown as JSON. */
export function SchemaForm({ schema, value, problems, pointer, onChange }: Props) {
  const properties = schema.properties ?? {};
  const others = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  const change = (name: string, next: unknown) => {
    const copy = { ...value };
    if (next === undefined) delete copy[name];
    else copy[name] = next;
    onChange(copy);
  };
  return (
    <div class="stack">
      {Object.entries(properties).map(([name, one]) => (
        <SchemaField
          key={name}
          name={name}
          schema={one}
          isRequired={schema.required?.includes(name) ?? false}
          value={value[name]}
          problems={problems}
          pointer={`${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`}
          onChange={(next) => change(name, next)}
        />
      ))}
      {others.map((name) => (
        <SchemaField
          key={name}
          name={name}
          schema={{}}
          isRequired={false}
          value={value[name]}
          problems={problems}
          pointer={`${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`}
          onChange={(next) => change(name, next)}
        />
      ))}
    </div>
  );
}
