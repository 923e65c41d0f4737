import { Button } from "../button.tsx";
import type { Given } from "../field.tsx";

interface Props {
  field: Given;
  value: { secret: string };
  onChange(value: unknown): void;
}

/** Whether a value of a config names a secret, or begins to. */
export const isReference = (value: unknown): value is { secret: string } =>
  typeof value === "object" &&
  value !== null &&
  Object.keys(value).length === 1 &&
  typeof (value as { secret?: unknown }).secret === "string";

/** The name of a secret, of which the bot gets the value. */
export function ReferenceInput({ field, value: { secret }, onChange }: Props) {
  return (
    <div class="with-button">
      <input
        {...field}
        class="input mono"
        type="text"
        autoComplete="off"
        spellcheck={false}
        placeholder="name of a secret, such as kraken-key"
        value={secret}
        onInput={({ currentTarget }) => onChange({ secret: currentTarget.value.trim() })}
      />
      <Button onClick={() => onChange("")}>Enter a value</Button>
    </div>
  );
}
