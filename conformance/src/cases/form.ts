/** JSON Schema of a part of a case, without the `{$row: …}` that may stand in its place. */
export interface Form {
  type?: string | string[];
  const?: unknown;
  enum?: readonly string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  items?: Form | Form[];
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Form>;
  required?: readonly string[];
  additionalProperties?: Form | false;
  propertyNames?: Form;
  minProperties?: number;
  maxProperties?: number;
  oneOf?: Form[];
  anyOf?: Form[];
}

/** Form of an object with known keys. */
export interface ObjectForm extends Form {
  properties: Record<string, Form>;
}

/** Returns the keys of an object of this form. */
export const keysOf = ({ properties }: ObjectForm): string[] => Object.keys(properties);

/** Any JSON value, or a matcher. */
export const anything: Form = {};
export const text: Form = { type: "string" };
export const yes: Form = { const: true };
export const textOrNull: Form = { type: ["string", "null"] };
export const matcher: Form = { type: "object" };
export const word = (words: readonly string[]): Form => ({ enum: words });
export const list = (items: Form, minItems = 0): Form => ({
  type: "array",
  items,
  ...(minItems ? { minItems } : {}),
});
export const record = (additionalProperties: Form): Form => ({ type: "object", additionalProperties });
export const object = (properties: Record<string, Form>, required: string[] = []): ObjectForm => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
});

/** One of several objects, each recognised by the key that it is named after. */
export const kindsOf = (kinds: Record<string, ObjectForm>): Form => ({ oneOf: Object.values(kinds) });
/** Objects with one key each. */
export const single = (fields: Record<string, Form>): Record<string, ObjectForm> =>
  Object.fromEntries(Object.entries(fields).map(([key, form]) => [key, object({ [key]: form }, [key])]));
