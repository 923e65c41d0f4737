import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../button.tsx";
import type { Given } from "../field.tsx";
import { hiddenValue } from "./secrets.ts";

interface Props {
  field: Given;
  placeholder: string | undefined;
  value: unknown;
  isRequired: boolean;
  onChange(value: unknown): void;
}

/** A secret. One that the platform keeps is never shown: it stays as it is, or is replaced. */
export function SecretInput({ field, placeholder, value, isRequired, onChange }: Props) {
  const wasStored = useRef(value === hiddenValue);
  const input = useRef<HTMLInputElement>(null);
  const isStored = value === hiddenValue;
  const replaces = useRef(false);
  // Before the next key: what is typed at once belongs to the new value.
  useLayoutEffect(() => {
    if (replaces.current) input.current?.focus();
    replaces.current = false;
  }, [isStored]);
  if (isStored)
    return (
      <div class="with-button">
        <input {...field} class="input soft" type="text" readOnly value="Stored; not shown" />
        <Button
          onClick={() => {
            wasStored.current = replaces.current = true;
            onChange("");
          }}
        >
          Replace
        </Button>
      </div>
    );
  return (
    <div class="with-button">
      <input
        {...field}
        ref={input}
        class="input"
        type="password"
        autoComplete="new-password"
        placeholder={wasStored.current ? "new value" : (placeholder ?? "")}
        value={typeof value === "string" ? value : ""}
        onInput={({ currentTarget }) =>
          onChange(
            currentTarget.value === "" && !isRequired && !wasStored.current ? undefined : currentTarget.value,
          )
        }
      />
      {!value && <Button onClick={() => onChange({ secret: "" })}>Use a named secret</Button>}
      {wasStored.current && <Button onClick={() => onChange(hiddenValue)}>Keep the stored one</Button>}
    </div>
  );
}
