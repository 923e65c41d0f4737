import { useState } from "preact/hooks";
import { printable } from "../../lib/printable.ts";
import { Field } from "../field.tsx";
import { ChoiceInput } from "./choice-input.tsx";
import { firstValue } from "./first-value.ts";
import { fits } from "./fits.ts";
import { alternativesOf, kindOf, type Schema, typeOf } from "./schema.ts";
import { type FieldProps, SchemaField } from "./schema-field.tsx";

/** A value that fits one of several schemas: which one, and the fields of that one. */
export function Alternatives(props: FieldProps) {
  const { name, schema, value, isRequired, problems, pointer, onChange } = props;
  const all = alternativesOf(schema)!;
  const [chosen, setChosen] = useState<number>();
  const isKept = chosen !== undefined && value !== undefined && fits(value, all[chosen]!);
  const index = isKept ? chosen : all.findIndex((one) => value !== undefined && fits(value, one));
  const known = all[index];
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
              choices={all.map((one, at) => ({ value: at, name: nameOf(one, schema, at) }))}
              value={index < 0 ? undefined : index}
              unset={isRequired && value !== undefined && index >= 0 ? undefined : "not set"}
              onChange={(at) => {
                setChosen(at as number | undefined);
                onChange(at === undefined ? undefined : firstValue(all[at as number]!));
              }}
            />
          )}
        </Field>
        {(known || value !== undefined) && (
          <SchemaField
            {...props}
            key={index}
            isRequired
            isPlain
            name={known ? "Value" : "Value that fits none of them"}
            schema={known && kindOf(known) !== "alternatives" ? untitled(known) : {}}
          />
        )}
      </div>
    </fieldset>
  );
}

function nameOf(one: Schema, parent: Schema, at: number): string {
  if (one.title !== undefined && one.title !== parent.title) return one.title;
  const fixed = Object.values(one.properties ?? {}).find((field) => "const" in field);
  if (fixed) return String(fixed.const);
  return "const" in one ? JSON.stringify(one.const) : (typeOf(one) ?? `alternative ${at + 1}`);
}

/** The heading already says the title. */
function untitled({ title: _title, description: _description, ...schema }: Schema): Schema {
  return schema;
}
