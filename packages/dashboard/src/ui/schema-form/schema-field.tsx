import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { printable } from "../../lib/printable.ts";
import { Button } from "../button.tsx";
import { Field, type Given } from "../field.tsx";
import { Alternatives } from "./alternatives.tsx";
import { ChoiceInput } from "./choice-input.tsx";
import { fits } from "./fits.ts";
import { JsonInput } from "./json-input.tsx";
import { ListInput } from "./list-input.tsx";
import { NumberInput } from "./number-input.tsx";
import { isReference, ReferenceInput } from "./reference-input.tsx";
import { choicesOf, type Kind, kindOf, type Schema } from "./schema.ts";
import { type Problems, SchemaForm, type Values } from "./schema-form.tsx";
import { SecretInput } from "./secret-input.tsx";
import { hiddenValue } from "./secrets.ts";
import { placeholderOf, rulesOf } from "./words.ts";

export interface FieldProps {
  name: string;
  schema: Schema;
  isRequired: boolean;
  value: unknown;
  problems: Problems;
  pointer: string;
  /** The name says enough: an item of a list. */
  isPlain?: boolean;
  /** In how many objects and lists the value is. */
  depth: number;
  /** `undefined` removes the value, so that the default of the schema is used. */
  onChange(value: unknown): void;
}

/** Deeper objects that are not set are opened by hand, because a schema may contain itself. */
const openDepth = 2;

/** One value, entered by a field that fits its schema. What no field fits is entered as JSON. */
export function SchemaField(props: FieldProps) {
  const { name, schema, isRequired, value, problems, pointer, depth, onChange } = props;
  const wasSecret = useRef(false);
  if (value === hiddenValue) wasSecret.current = true;
  const kind =
    isReference(value) && kindOf(schema) !== "object"
      ? "reference"
      : wasSecret.current && (value === hiddenValue || typeof value === "string")
        ? "secret"
        : shownAs(value, schema);
  const error = problems.get(pointer);
  if (kind === "alternatives")
    return (
      <div data-pointer={pointer}>
        <Alternatives {...props} />
      </div>
    );
  if (kind === "object" || kind === "list")
    return (
      <fieldset data-pointer={pointer}>
        <legend class="given">
          <Label {...props} />
        </legend>
        <div class="stack">
          {helpOf(schema)}
          {error && <p class="field-error small given">{error}</p>}
          {kind === "list" ? (
            <ListInput {...props} />
          ) : value === undefined && depth >= openDepth ? (
            <div>
              <Button onClick={() => onChange({})}>Set</Button>
            </div>
          ) : (
            <SchemaForm
              schema={schema}
              value={(value ?? {}) as Values}
              problems={problems}
              pointer={pointer}
              depth={depth + 1}
              onChange={(next) => onChange(Object.keys(next).length === 0 && !isRequired ? undefined : next)}
            />
          )}
        </div>
      </fieldset>
    );
  return (
    <div data-pointer={pointer}>
      <Field label={<Label {...props} />} help={helpOf(schema)} error={error}>
        {(field) => <Input {...props} kind={kind} field={field} name={name} />}
      </Field>
    </div>
  );
}

function shownAs(value: unknown, schema: Schema): Kind {
  const kind = kindOf(schema);
  const isSafe = value === undefined || kind === "choice" || kind === "alternatives" || fits(value, schema);
  // A text where a number should be is what the reader is typing.
  return isSafe || (kind === "number" && typeof value === "string") ? kind : "json";
}

function Input({ kind, field, ...props }: FieldProps & { kind: Kind | "reference"; field: Given }) {
  const { schema, isRequired, value, onChange } = props;
  const placeholder = placeholderOf(schema);
  const unset = isRequired ? undefined : (placeholder ?? "not set");
  const given = { field, placeholder, value, onChange };
  if (kind === "reference" && isReference(value))
    return <ReferenceInput field={field} value={value} onChange={onChange} />;
  switch (kind) {
    case "boolean":
      return <ChoiceInput {...given} choices={booleans} unset={unset} />;
    case "choice":
      return <ChoiceInput {...given} choices={choicesOf(schema)!} unset={unset} />;
    case "number":
      return <NumberInput {...given} />;
    case "secret":
      return <SecretInput {...given} isRequired={isRequired} />;
    case "text":
      return <TextInput {...given} schema={schema} isRequired={isRequired} />;
    default:
      return <JsonInput {...given} />;
  }
}

const booleans = [true, false].map((value) => ({ value, name: String(value) }));

type TextProps = Pick<FieldProps, "schema" | "isRequired" | "value" | "onChange"> & {
  field: Given;
  placeholder: string | undefined;
};

function TextInput({ field, placeholder, schema, isRequired, value = "", onChange }: TextProps) {
  // An input of one line would drop line breaks. Once it has several lines, it stays so: the cursor is in it.
  const isLong = useRef(false);
  isLong.current ||= String(value).includes("\n") || (schema.maxLength ?? 0) > 500;
  const given = {
    ...field,
    autoComplete: "off" as const,
    placeholder: placeholder ?? "",
    value: value as string,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(currentTarget.value === "" && !isRequired ? undefined : currentTarget.value),
  };
  return isLong.current ? (
    <textarea {...given} rows={Math.min(12, Math.max(3, String(value).split("\n").length))} />
  ) : (
    <input {...given} class="input" type="text" />
  );
}

function Label({ name, schema, isRequired, isPlain }: FieldProps) {
  return (
    <>
      <span class="given">{printable(schema.title ?? name)}</span>
      {schema.title && schema.title !== name && <code class="soft small given"> {printable(name)}</code>}
      {isRequired && !isPlain && <span class="soft small required"> required</span>}
    </>
  );
}

/** What a value means, and what it must be; nothing if the schema says neither. */
function helpOf(schema: Schema): ComponentChildren {
  const rules = rulesOf(schema);
  const sentences = [
    schema.description?.trim() ?? "",
    rules && `${rules[0]!.toUpperCase()}${rules.slice(1)}`,
  ];
  const text = sentences
    .filter((one) => one !== "")
    .map((one) => (/[.!?]$/.test(one) ? one : `${one}.`))
    .join(" ");
  return text === "" ? undefined : <span class="soft small given">{printable(text)}</span>;
}
