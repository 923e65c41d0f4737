import { useEffect, useState } from "preact/hooks";
import type { Given } from "../field.tsx";

interface Props {
  field: Given;
  placeholder: string | undefined;
  value: unknown;
  onChange(value: unknown): void;
}

/** A number as it is typed. A text that is no number is passed on as it is, so that the platform says what is wrong. */
export function NumberInput({ field, placeholder, value, onChange }: Props) {
  const [text, setText] = useState(value === undefined ? "" : String(value));
  useEffect(() => {
    if (read(text) !== value) setText(value === undefined ? "" : String(value));
  }, [value]);
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

function read(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(trimmed) ? Number(trimmed) : text;
}
