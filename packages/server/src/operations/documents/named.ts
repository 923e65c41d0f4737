import { type Static, type TSchema, type TUnsafe, Type } from "typebox";

/** The schemas that have a name in the OpenAPI document. */
export const namedSchemas: TSchema[] = [];

/** Registers a schema under a name and returns a typed reference to it. */
export function named<Schema extends TSchema>(name: string, schema: Schema): TUnsafe<Static<Schema>> {
  namedSchemas.push({ ...schema, $id: name } as TSchema);
  const { description = name } = schema as { description?: string };
  return Type.Unsafe<Static<Schema>>({ $ref: `${name}#`, description });
}

export const Time = (description: string) => Type.String({ format: "date-time", description });

/** An object without additional fields. */
export const Exactly: typeof Type.Object = (properties, options) =>
  Type.Object(properties, { ...options, additionalProperties: false });

const cursor = Type.Optional(Type.String({ description: "`next_cursor` of the previous page." }));

export const cursorQuery = { cursor };

export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Items per page." }),
  ),
  cursor,
};

export const nextCursor = Type.Optional(
  Type.String({ description: "Cursor of the next page; absent on the last page." }),
);

export function Page<Item extends TSchema>(item: Item) {
  return Exactly({ items: Type.Array(item), next_cursor: nextCursor });
}
