import { useEffect, useState } from "preact/hooks";
import type { Given } from "../field.tsx";

interface Props {
  field: Given;
  placeholder: string | undefined;
  value: unknown;
  onChange(value: unknown): void;
  rows?: number;
}

/** A value as JSON. Changes are passed on when they can be read. */
export function JsonInput({ field, placeholder, value, onChange, rows = 4 }: Props) {
  const [text, setText] = useState(() => written(value));
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    if (written(read(text)) !== written(value)) setText(written(value));
  }, [written(value)]);
  return (
    <>
      <textarea
        {...field}
        class="mono"
        rows={rows}
        spellcheck={false}
        placeholder={placeholder ?? "JSON"}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          try {
            const next =
              currentTarget.value.trim() === "" ? undefined : (JSON.parse(currentTarget.value) as unknown);
            setFault(undefined);
            onChange(next);
          } catch (error) {
            setFault(`This is not JSON: ${(error as Error).message}`);
          }
        }}
      />
      {fault && <span class="field-error small">{fault}</span>}
    </>
  );
}

const written = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value, undefined, 2));

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
