import { fieldOf, isObject, withField } from "../../lib/changes.ts";
import { Field } from "../field.tsx";
import { JsonInput } from "./json-input.tsx";
import type { Schema } from "./schema.ts";
import { SchemaField } from "./schema-field.tsx";
import { hiddenValue } from "./secrets.ts";

export type Values = Record<string, unknown>;

/** Problems by the JSON pointer of the value, as the platform reports them. */
export type Problems = ReadonlyMap<string, string>;

interface Props {
  schema: Schema;
  value: Values;
  problems: Problems;
  /** Pointer of `value` in the document that is checked. */
  pointer: string;
  depth?: number;
  onChange(value: Values): void;
}

/** The fields of an object, from its schema. Values that the schema does not name are kept, and shown as JSON. */
export function SchemaForm({ schema, value, problems, pointer, depth = 0, onChange }: Props) {
  const properties = schema.properties ?? {};
  const others = Object.entries(value).filter(([name]) => !Object.hasOwn(properties, name));
  const secrets = others.filter(([, one]) => one === hiddenValue);
  const plain = others.filter(([, one]) => one !== hiddenValue);
  const field = (name: string, one: Schema) => (
    <SchemaField
      key={name}
      name={name}
      schema={one}
      isRequired={schema.required?.includes(name) ?? false}
      value={fieldOf(value, name)}
      problems={problems}
      pointer={`${pointer}/${escaped(name)}`}
      depth={depth}
      onChange={(next) => onChange(withField(value, name, next))}
    />
  );
  const wrong = plain.flatMap(([name]) => problems.get(`${pointer}/${escaped(name)}`) ?? []);
  const rest = (
    <Field
      label={Object.keys(properties).length > 0 ? "Other fields" : "Fields"}
      help="A JSON object. The schema has no description of them."
      error={wrong.join(" ") || undefined}
    >
      {(given) => (
        <JsonInput
          field={given}
          placeholder={'{ "name": "value" }'}
          value={plain.length === 0 ? undefined : Object.fromEntries(plain)}
          check={(next) => {
            if (next !== undefined && !isObject(next)) return "This is not a JSON object.";
            const twice = Object.keys(next ?? {}).find((name) => Object.hasOwn(properties, name));
            return twice === undefined ? undefined : `${twice} has a field of its own.`;
          }}
          onChange={(next = {}) => {
            const kept = Object.entries(value).filter(([name]) => !plain.some(([one]) => one === name));
            onChange(Object.fromEntries([...kept, ...Object.entries(next as Values)]));
          }}
        />
      )}
    </Field>
  );
  return (
    <div class="stack">
      {Object.entries(properties).map(([name, one]) => field(name, typeof one === "object" ? one : {}))}
      {secrets.map(([name]) => field(name, { type: "string", writeOnly: true }))}
      {plain.length > 0 ? (
        <div data-pointer={`${pointer}/`}>{rest}</div>
      ) : (
        depth === 0 &&
        schema.additionalProperties !== false && (
          <details>
            <summary class="soft small">Add fields that the schema does not name</summary>
            {rest}
          </details>
        )
      )}
    </div>
  );
}

/** A name as part of a JSON pointer. */
export const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
