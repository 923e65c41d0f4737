import { useEffect, useState } from "preact/hooks";
import { readNumber } from "../../lib/exact-json.ts";
import type { Given } from "../field.tsx";

interface Props {
  field: Given;
  placeholder: string | undefined;
  value: unknown;
  onChange(value: unknown): void;
}

/** A number as it is typed. A text that is no number is passed on as it is, so that the platform says what is wrong. */
export function NumberInput({ field, placeholder, value, onChange }: Props) {
  const [text, setText] = useState(written(value));
  useEffect(() => {
    if (written(read(text)) !== written(value)) setText(written(value));
  }, [written(value)]);
  return (
    <input
      {...field}
      class="input"
      type="text"
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      value={text}
      onInput={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(read(currentTarget.value));
      }}
    />
  );
}

const written = (value: unknown): string => (value === undefined ? "" : String(value));

function read(text: string): unknown {
  const trimmed = text.trim();
  return trimmed === "" ? undefined : (readNumber(trimmed) ?? text);
}
