import { useRef } from "preact/hooks";
import { Button } from "../button.tsx";
import { firstValue } from "./first-value.ts";
import type { Schema } from "./schema.ts";
import { type FieldProps, SchemaField } from "./schema-field.tsx";
import { holdsStoredSecret } from "./secrets.ts";

/** The items of a list, each by the schema of items. */
export function ListInput({ schema, problems, pointer, value, depth, onChange }: FieldProps) {
  const items = (value ?? []) as unknown[];
  const add = useRef<HTMLDivElement>(null);
  const one = schema.items as Schema;
  const replace = (index: number, next: unknown) =>
    onChange(items.map((item, at) => (at === index ? (next ?? firstValue(one)) : item)));
  return (
    <div class="list-input">
      {items.map((item, index) => {
        // The platform finds a stored secret by its place: items after this one must not move.
        const isHeld = items.slice(index + 1).some(holdsStoredSecret);
        return (
          <div key={index}>
            <SchemaField
              name={`Item ${index + 1}`}
              schema={one}
              isRequired
              isPlain
              value={item}
              problems={problems}
              pointer={`${pointer}/${index}`}
              depth={depth + 1}
              onChange={(next) => replace(index, next)}
            />
            <Button
              aria-label={`Remove item ${index + 1}`}
              disabled={isHeld}
              title={isHeld ? "Later items have stored secrets: remove those first." : undefined}
              onClick={() => {
                onChange(items.filter((_, at) => at !== index));
                add.current?.querySelector("button")?.focus();
              }}
            >
              Remove
            </Button>
          </div>
        );
      })}
      <div ref={add}>
        <Button
          disabled={schema.maxItems !== undefined && items.length >= schema.maxItems}
          onClick={() => onChange([...items, firstValue(one)])}
        >
          Add an item
        </Button>
      </div>
    </div>
  );
}
