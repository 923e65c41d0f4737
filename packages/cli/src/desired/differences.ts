/** A field that differs; a side without a value has none. */
export interface Difference {
  /** Where, such as `config.short_period`. */
  field: string;
  before?: unknown;
  after?: unknown;
}

/** Returns what differs between two documents, down to the fields of objects. Lists are compared as a whole. */
export function differences(before: unknown, after: unknown, field = ""): Difference[] {
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      differences(own(before, name), own(after, name), fieldIn(field, name)),
    );
  if (sorted(before) === sorted(after)) return [];
  return [{ field, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

/** The name of a field in another one, such as `labels["example.com/env"]`. */
const fieldIn = (field: string, name: string) => {
  if (!/^[\w-]+$/.test(name)) return `${field}[${JSON.stringify(name)}]`;
  return field === "" ? name : `${field}.${name}`;
};

const own = (of: Record<string, unknown>, name: string) => (Object.hasOwn(of, name) ? of[name] : undefined);

/** JSON in which the order of keys does not count. */
const sorted = (value: unknown) =>
  JSON.stringify(value, (_key, one) =>
    isObject(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
