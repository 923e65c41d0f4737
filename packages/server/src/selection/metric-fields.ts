import { dataTime } from "@botyard/core";

/** Deeper objects are ignored. */
const deepest = 5;

/** A number in the data of a metric, and the names of the objects that it is in. */
export interface NumericField {
  path: readonly string[];
  value: number;
}

/**
 * Returns the finite numbers of a metric. Those of nested objects count. Those of arrays do not, because the same place
 * can mean something else in the next metric, and neither does the moment of the data.
 */
export function numericFields(data: Readonly<Record<string, unknown>>): NumericField[] {
  const found: NumericField[] = [];
  const add = (object: object, path: readonly string[]): void => {
    for (const [name, value] of Object.entries(object)) {
      if (path.length === 0 && name === "time" && dataTime(data) !== undefined) continue;
      const inner = [...path, name];
      if (typeof value === "number" && Number.isFinite(value)) found.push({ path: inner, value });
      else if (typeof value === "object" && value !== null && !Array.isArray(value))
        if (inner.length < deepest) add(value, inner);
    }
  };
  add(data, []);
  return found;
}
