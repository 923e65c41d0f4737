import { type Static, type TSchema, type TUnsafe, Type } from "typebox";

/** Every schema that has a name of its own in the OpenAPI document. */
export const namedSchemas: TSchema[] = [];

/** Gives a schema its name; the answer is a reference to it that still knows the type. */
export function named<Schema extends TSchema>(name: string, schema: Schema): TUnsafe<Static<Schema>> {
  namedSchemas.push({ ...schema, $id: name } as TSchema);
  const { description = name } = schema as { description?: string };
  return Type.Unsafe<Static<Schema>>({ $ref: `${name}#`, description });
}

export const Time = (description: string) => Type.String({ format: "date-time", description });

/** An object that takes no other fields. */
export const Exactly: typeof Type.Object = (properties, options) =>
  Type.Object(properties, { ...options, additionalProperties: false });

export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Items on a page." }),
  ),
  cursor: Type.Optional(Type.String({ description: "`next_cursor` of the page before." })),
};

export function Page<Item extends TSchema>(item: Item) {
  return Exactly({
    items: Type.Array(item),
    next_cursor: Type.Optional(Type.String({ description: "Absent on the last page." })),
  });
}
