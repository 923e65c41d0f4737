import { useEffect, useRef, useState } from "preact/hooks";
import { faultOfRange, readJson } from "../../lib/exact-json.ts";
import { printable } from "../../lib/printable.ts";
import type { Given } from "../field.tsx";

interface Props {
  field: Given;
  placeholder: string | undefined;
  value: unknown;
  onChange(value: unknown): void;
  /** Why a value that can be read is refused. */
  check?(value: unknown): string | undefined;
}

/** A value as JSON. Changes are passed on when they can be read; until then, the form cannot be sent. */
export function JsonInput({ field, placeholder, value, onChange, check }: Props) {
  const [text, setText] = useState(() => written(value));
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (read(text).value !== undefined && written(read(text).value) === written(value)) return;
    if (text.trim() === "" && value === undefined) return;
    setText(written(value));
    setFault(undefined);
  }, [written(value)]);
  useEffect(() => input.current?.setCustomValidity(fault ?? ""), [fault]);
  return (
    <>
      <textarea
        {...field}
        ref={input}
        class="mono"
        rows={Math.min(12, Math.max(3, text.split("\n").length))}
        spellcheck={false}
        placeholder={placeholder ?? "JSON"}
        value={text}
        aria-invalid={fault ? "true" : field["aria-invalid"]}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          const { value: next, fault: why } = read(currentTarget.value);
          const refused = why ?? check?.(next);
          setFault(refused);
          if (refused === undefined) onChange(next);
        }}
      />
      <Fault text={fault} />
    </>
  );
}

/** Why what is entered cannot be sent, said while it is typed. */
export function Fault({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <span class="field-error small given" role="status">
      {printable(text)}
    </span>
  );
}

const written = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value, undefined, 2));

function read(text: string): { value?: unknown; fault?: string } {
  if (text.trim() === "") return {};
  try {
    const value = readJson(text);
    const fault = faultOfRange(value);
    return fault === undefined ? { value } : { fault };
  } catch (error) {
    return { fault: `This is not JSON: ${(error as Error).message}` };
  }
}
