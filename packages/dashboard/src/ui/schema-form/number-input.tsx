import { useEffect, useRef, useState } from "preact/hooks";
import { faultOfRange, readNumber } from "../../lib/exact-json.ts";
import type { Given } from "../field.tsx";
import { Fault } from "./json-input.tsx";

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
  const input = useRef<HTMLInputElement>(null);
  const fault = faultOfRange(value);
  useEffect(() => input.current?.setCustomValidity(fault ?? ""), [fault]);
  return (
    <>
      <input
        {...field}
        ref={input}
        class="input"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        aria-invalid={fault ? "true" : field["aria-invalid"]}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          onChange(read(currentTarget.value));
        }}
      />
      <Fault text={fault} />
    </>
  );
}

const written = (value: unknown): string => (value === undefined ? "" : String(value));

function read(text: string): unknown {
  const trimmed = text.trim();
  return trimmed === "" ? undefined : (readNumber(trimmed) ?? text);
}
