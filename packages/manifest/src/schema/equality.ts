import { _, type Ajv, type SchemaValidateFunction } from "ajv";

/**
 * Replaces the keywords that compare values. Ajv's own call `valueOf` and `toString` of the objects that they compare, which a
 * config may have as settings.
 */
export function compareByValue(ajv: Ajv): void {
  for (const keyword of ["const", "enum", "uniqueItems"]) ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword: "const",
    validate: isSame,
    error: {
      message: "must be equal to constant",
      params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}`,
    },
  });
  ajv.addKeyword({
    keyword: "enum",
    schemaType: "array",
    validate: (allowed: unknown[], value: unknown) => allowed.some((one) => isSame(one, value)),
    error: {
      message: "must be equal to one of the allowed values",
      params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
    },
  });
  ajv.addKeyword({ keyword: "uniqueItems", type: "array", schemaType: "boolean", validate: areDistinct });
}

/** Whether two JSON values are equal. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  for (const key of keys)
    if (!Object.hasOwn(other, key) || !isSame(one[key as never], other[key as never])) return false;
  return true;
}

const areDistinct: SchemaValidateFunction = (isAsked: boolean, items: unknown[]) => {
  const same = isAsked ? sameItems(items) : undefined;
  if (same === undefined) return true;
  const [i, j] = same;
  const message = `must NOT have duplicate items (items ## ${i} and ${j} are identical)`;
  areDistinct.errors = [{ keyword: "uniqueItems", message, params: { i, j } }];
  return false;
};

/** Returns the positions of two equal items. */
function sameItems(items: unknown[]): [number, number] | undefined {
  const scalars = new Map<unknown, number>();
  const others: [number, unknown][] = [];
  for (const [at, item] of items.entries()) {
    const isScalar = typeof item !== "object" || item === null;
    const before = isScalar ? scalars.get(item) : others.find(([, other]) => isSame(other, item))?.[0];
    if (before !== undefined) return [before, at];
    if (isScalar) scalars.set(item, at);
    else others.push([at, item]);
  }
  return undefined;
}
