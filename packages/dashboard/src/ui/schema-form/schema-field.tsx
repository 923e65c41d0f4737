import type { ComponentChildren } from "preact";
import { Button } from "../button.tsx";
import { Field } from "../field.tsx";
import { JsonInput } from "./json-input.tsx";
import { NumberInput } from "./number-input.tsx";
import { kindOf, rulesOf, type Schema } from "./schema.ts";
import { type Problems, SchemaForm, type Values } from "./schema-form.tsx";

interface Props {
  name: string;
  schema: Schema;
  isRequired: boolean;
  value: unknown;
  problems: Problems;
  pointer: string;
  /** `undefined` removes the value, so that the default of the schema is used. */
  onChange(value: unknown): void;
}

/** One value, entered by a field that fits its schema. */
export function SchemaField(props: Props) {
  const { name, schema, isRequired, value, problems, pointer, onChange } = props;
  const kind = value === undefined || fits(value, kindOf(schema)) ? kindOf(schema) : "json";
  const error = problems.get(pointer);
  if (kind === "object")
    return (
      <fieldset>
        <legend>{schema.title ?? name}</legend>
        {schema.description && <p class="soft small given">{schema.description}</p>}
        {error && <p class="field-error small given">{error}</p>}
        <SchemaForm
          schema={schema}
          value={(value ?? {}) as Values}
          problems={problems}
          pointer={pointer}
          onChange={(next) => onChange(Object.keys(next).length === 0 && !isRequired ? undefined : next)}
        />
      </fieldset>
    );
  return (
    <Field label={<Label {...props} />} help={<Help schema={schema} />} error={error}>
      {(field) => {
        switch (kind) {
          case "boolean":
            return (
              <select
                {...field}
                value={value === undefined ? "" : String(value)}
                onChange={({ currentTarget: { value: chosen } }) =>
                  onChange(chosen === "" ? undefined : chosen === "true")
                }
              >
                {(!isRequired || value === undefined) && <option value="">{unset(schema)}</option>}
                <option value="true">true</option>
                <option value="false">false</option>
              </select>
            );
          case "choice":
            return (
              <select
                {...field}
                value={value === undefined ? "" : JSON.stringify(value)}
                onChange={({ currentTarget: { value: chosen } }) =>
                  onChange(chosen === "" ? undefined : JSON.parse(chosen))
                }
              >
                {(!isRequired || value === undefined) && <option value="">{unset(schema)}</option>}
                {schema.enum!.map((one) => (
                  <option key={String(one)} value={JSON.stringify(one)}>
                    {String(one)}
                  </option>
                ))}
              </select>
            );
          case "number":
            return (
              <NumberInput
                field={field}
                placeholder={placeholder(schema)}
                value={value}
                onChange={onChange}
              />
            );
          case "list":
            return <List {...props} items={(value ?? []) as unknown[]} />;
          case "json":
            return (
              <JsonInput field={field} placeholder={placeholder(schema)} value={value} onChange={onChange} />
            );
          default:
            return (
              <input
                {...field}
                class="input"
                // The types of Preact know one type of input at a time.
                type={(kind === "secret" ? "password" : "text") as "text"}
                autoComplete="off"
                placeholder={placeholder(schema) ?? ""}
                value={(value as string | undefined) ?? ""}
                onInput={({ currentTarget }) =>
                  onChange(currentTarget.value === "" && !isRequired ? undefined : currentTarget.value)
                }
              />
            );
        }
      }}
    </Field>
  );
}

function Label({ name, schema, isRequired }: Props) {
  return (
    <>
      <span class="given">{schema.title ?? name}</span>
      {schema.title && <code class="soft small given"> {name}</code>}
      {isRequired && <span class="soft small"> required</span>}
    </>
  );
}

function Help({ schema }: { schema: Schema }): ComponentChildren {
  const rules = rulesOf(schema);
  if (!schema.description && !rules) return undefined;
  return (
    <span class="given">
      {schema.description} {rules && `(${rules})`}
    </span>
  );
}

function List({ schema, problems, pointer, items, onChange }: Props & { items: unknown[] }) {
  const replace = (index: number, next: unknown) =>
    onChange(items.map((item, at) => (at === index ? (next ?? "") : item)));
  return (
    <div class="list-input">
      {items.map((item, index) => (
        <div key={index}>
          <SchemaField
            name={String(index + 1)}
            schema={schema.items!}
            isRequired
            value={item}
            problems={problems}
            pointer={`${pointer}/${index}`}
            onChange={(next) => replace(index, next)}
          />
          <Button
            aria-label={`Remove item ${index + 1}`}
            onClick={() => onChange(items.filter((_, at) => at !== index))}
          >
            Remove
          </Button>
        </div>
      ))}
      <Button onClick={() => onChange([...items, schema.items!.default ?? first(schema.items!)])}>
        Add an item
      </Button>
    </div>
  );
}

function first({ type, enum: choices }: Schema): unknown {
  if (choices) return choices[0];
  return type === "string" ? "" : type === "boolean" ? false : 0;
}

const unset = (schema: Schema): string => placeholder(schema) ?? "not set";

function placeholder({ default: value }: Schema): string | undefined {
  return value === undefined
    ? undefined
    : `default: ${typeof value === "string" ? value : JSON.stringify(value)}`;
}

/** Whether a field of this kind can show the value. */
function fits(value: unknown, kind: string): boolean {
  switch (kind) {
    case "text":
    case "secret":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "choice":
      return typeof value !== "object";
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "list":
      return Array.isArray(value) && value.every((item) => typeof item !== "object");
    default:
      return true;
  }
}
