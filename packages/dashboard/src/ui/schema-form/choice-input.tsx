import { printable } from "../../lib/printable.ts";
import type { Given } from "../field.tsx";
import type { Choice } from "./schema.ts";

interface Props {
  field: Given;
  choices: readonly Choice[];
  value: unknown;
  /** Name of no choice; absent if one must be made. */
  unset: string | undefined;
  onChange(value: unknown): void;
}

/** One of some values. A value that is none of them stays until another is chosen. */
export function ChoiceInput({ field, choices, value, unset, onChange }: Props) {
  const same = (one: unknown) => JSON.stringify(one) === JSON.stringify(value);
  const found = choices.findIndex((one) => same(one.value));
  return (
    <select
      {...field}
      value={value === undefined ? "" : String(found)}
      onChange={({ currentTarget: { value: at } }) => {
        if (at !== "-1") onChange(at === "" ? undefined : choices[Number(at)]!.value);
      }}
    >
      {(unset !== undefined || value === undefined) && <option value="">{unset ?? "Choose …"}</option>}
      {choices.map(({ name }, index) => (
        <option key={index} value={String(index)}>
          {printable(name)}
        </option>
      ))}
      {value !== undefined && found < 0 && (
        <option value="-1">{JSON.stringify(value)} (not one of the choices)</option>
      )}
    </select>
  );
}
