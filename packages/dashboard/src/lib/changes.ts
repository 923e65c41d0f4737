/** A difference between two values. */
export interface Difference {
  /** Where, such as `config.short_period`. */
  path: string;
  /** JSON text; absent if there was no value. */
  before: string | undefined;
  /** JSON text; absent if the value is removed. */
  after: string | undefined;
  /** Whether the platform adds the value after, because nobody has written another. */
  isDefault?: boolean;
}

/**
 * Returns what differs, down to the fields of objects. The texts are those of `shown`, which has the shape of the values
 * and hides what must not be seen.
 */
export function differences(
  before: unknown,
  after: unknown,
  shown: [before: unknown, after: unknown] = [before, after],
  path = "",
): Difference[] {
  const [oldShown, nowShown] = shown;
  if (isObject(before) && isObject(after))
    return namesOf(before, after).flatMap((name) =>
      differences(
        fieldOf(before, name),
        fieldOf(after, name),
        [fieldOf(oldShown, name), fieldOf(nowShown, name)],
        /^[\w-]+$/.test(name) ? (path === "" ? name : `${path}.${name}`) : `${path}[${JSON.stringify(name)}]`,
      ),
    );
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item, index) =>
      differences(
        item,
        after[index],
        [(oldShown as unknown[])[index], (nowShown as unknown[])[index]],
        `${path}[${index}]`,
      ),
    );
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [{ path, before: JSON.stringify(oldShown), after: JSON.stringify(nowShown) }];
}

/** Applies to `theirs` what has changed from `base` to `mine`. Where both changed the same field, `mine` is taken. */
export function rebase(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (JSON.stringify(base) === JSON.stringify(mine)) return theirs;
  if (!isObject(base) || !isObject(mine) || !isObject(theirs)) return mine;
  const fields = namesOf(theirs, mine).map((name): [string, unknown] => [
    name,
    rebase(fieldOf(base, name), fieldOf(mine, name), fieldOf(theirs, name)),
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Whether a value has fields; a number that keeps its text has none. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A field of its own: never one of the prototype, whatever its name. */
export const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** A copy with another value of a field; `undefined` removes it. */
export function withField(
  value: Record<string, unknown>,
  name: string,
  next: unknown,
): Record<string, unknown> {
  const fields = new Map(Object.entries(value));
  if (next === undefined) fields.delete(name);
  else fields.set(name, next);
  return Object.fromEntries(fields);
}

const namesOf = (one: object, other: object): string[] => [
  ...new Set([...Object.keys(one), ...Object.keys(other)]),
];
