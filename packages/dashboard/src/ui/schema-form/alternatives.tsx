import { useRef } from "preact/hooks";
import { isObject } from "../../lib/changes.ts";
import { printable } from "../../lib/printable.ts";
import { Field } from "../field.tsx";
import { ChoiceInput } from "./choice-input.tsx";
import { firstValue } from "./first-value.ts";
import { branchOf, matches } from "./fits.ts";
import { alternativesOf, choicesOf, type Schema, typeOf } from "./schema.ts";
import { type FieldProps, SchemaField } from "./schema-field.tsx";
import { placeholderOf } from "./words.ts";

/** A value that fits one of several schemas: which one, and the fields of that one. */
export function Alternatives(props: FieldProps) {
  const { name, schema, value, isRequired, isPlain, problems, pointer, onChange } = props;
  const all = alternativesOf(schema)!;
  const of = schema.oneOf ?? schema.anyOf;
  // What the reader has chosen stays while it is entered, whatever else the value fits meanwhile.
  const entered = useRef<{ of: typeof of; value: unknown; index: number }>(undefined);
  const before = entered.current;
  const isKept = before?.of === of && isSame(before?.value, value);
  const index = isKept ? before!.index : branchOf(value, all);
  entered.current = { of, value, index };
  const known = all[index];
  const enter = (next: unknown, at: number) => {
    entered.current = { of, value: next, index: at };
    onChange(next);
  };
  const label = printable(schema.title ?? name);
  return (
    <fieldset>
      <legend class="given">{label}</legend>
      <div class="stack">
        {schema.description && <p class="soft small given">{printable(schema.description)}</p>}
        <Field label="Kind" error={known ? undefined : problems.get(pointer)}>
          {(field) => (
            <ChoiceInput
              field={field}
              choices={namesOf(all, schema).map((name, at) => ({ value: at, name }))}
              value={known && index}
              unset={isRequired ? undefined : (placeholderOf(schema) ?? "not set")}
              onChange={(at) =>
                at === undefined
                  ? enter(undefined, -1)
                  : enter(beginningOf(all[at as number]!, schema, value), at as number)
              }
            />
          )}
        </Field>
        {(known || !(value === undefined || isSame(value, {}))) && (
          <SchemaField
            {...props}
            key={index}
            isRequired
            isPlain
            name={known ? "Value" : "Value that fits none of them"}
            schema={known ? untitled(known) : {}}
            onChange={(next) => {
              if (!known) enter(next, branchOf(next, all));
              // A list has no place for nothing.
              else enter(next === undefined && isPlain ? firstValue(known) : next, index);
            }}
          />
        )}
      </div>
    </fieldset>
  );
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The value with which an alternative begins: with the fields of the one before that all have. */
function beginningOf(one: Schema, { properties = {} }: Schema, before: unknown): unknown {
  const first = firstValue(one);
  if (!isObject(first) || !isObject(before)) return first;
  const kept = Object.entries(before).filter(
    ([name, value]) => Object.hasOwn(properties, name) && matches(value, one.properties![name]!),
  );
  return Object.fromEntries([...Object.entries(first), ...kept]);
}

function namesOf(all: readonly Schema[], parent: Schema): string[] {
  const choicesIn = (one: Schema, name: string) => choicesOf(one.properties?.[name] ?? {});
  const telling = Object.keys(all[0]!.properties ?? {}).filter(
    (name) =>
      all.every((one) => choicesIn(one, name)) &&
      !all.every((one) => isSame(choicesIn(one, name), choicesIn(all[0]!, name))),
  );
  const names = all.map((one, at) => {
    if (one.title !== undefined && one.title !== parent.title) return one.title;
    if ("const" in one) return JSON.stringify(one.const);
    const told = telling.map((name) =>
      choicesIn(one, name)!
        .map((choice) => choice.name)
        .join(" or "),
    );
    return told.join(", ") || ([one.type].flat()[0] ?? typeOf(one) ?? `alternative ${at + 1}`);
  });
  return names.map((name, at) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${at + 1})`,
  );
}

/** The heading already says the title. */
function untitled({ title: _title, description: _description, ...schema }: Schema): Schema {
  return schema;
}
