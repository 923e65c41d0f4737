/** A difference between two values. */
export interface Difference {
  /** Where, such as `config.short_period`. */
  path: string;
  /** JSON text; absent if there was no value. */
  before: string | undefined;
  /** JSON text; absent if the value is removed. */
  after: string | undefined;
}

/** Returns what differs, down to the fields of objects. */
export function differences(before: unknown, after: unknown, path = ""): Difference[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) =>
      differences(before[name], after[name], path === "" ? name : `${path}.${name}`),
    );
  }
  const [old, now] = [JSON.stringify(before), JSON.stringify(after)];
  return old === now ? [] : [{ path, before: old, after: now }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
