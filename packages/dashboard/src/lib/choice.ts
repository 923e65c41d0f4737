import { type Signal, signal } from "@preact/signals";

/** A choice of the reader's that this browser keeps under `botyard.<name>`. */
export interface Choice<Value extends string> {
  readonly value: Signal<Value>;
  set(value: Value): void;
}

/** The stored choice, or the first of `values`. */
export function choice<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): Choice<Value> {
  const key = `botyard.${name}`;
  const value = signal(read(key, values));
  return {
    value,
    set(chosen) {
      value.value = chosen;
      try {
        localStorage.setItem(key, chosen);
      } catch {
        // A browser that keeps nothing for this site forgets the choice with the page.
      }
    },
  };
}

function read<Value extends string>(key: string, values: readonly [Value, ...Value[]]): Value {
  try {
    const stored = localStorage.getItem(key);
    return values.find((value) => value === stored) ?? values[0];
  } catch {
    return values[0];
  }
}
