import { type TObject, type TSchema, Type } from "typebox";
import { Exactly } from "../../../operations/documents/named.ts";
import { refusals } from "../../../operations/documents/problem.ts";
import { streamedTypes } from "./bodies.ts";
import { placesOf, type Route } from "./route.ts";

/** Returns the schema of a route, from which Fastify checks requests and makes the OpenAPI document. */
export function schemaOf(route: Route) {
  const { operation, name, body, headers, produces } = route;
  const { tag, summary, description, scope, input, output } = operation;
  const { inPath, inQuery, inBody } = placesOf(route);
  const fields = (input as TObject).properties as Record<string, TSchema>;
  const part = (names: readonly string[]) =>
    Exactly(Object.fromEntries(names.map((field) => [field, fields[field]!])));
  const status = route.status ?? (Type.IsNull(output) ? 204 : 200);
  return {
    operationId: name,
    summary,
    description: `${description === undefined ? "" : `${description} `}Requires the scope \`${scope}\`.`,
    tags: [tag],
    ...(inPath.length > 0 && { params: Type.Object(part(inPath).properties) }),
    // Also without parameters: an unknown one is refused, and never mistaken for one of the path.
    querystring: part(inQuery),
    ...(body !== undefined ? { body: fields[body]! } : inBody.length > 0 && { body: part(inBody) }),
    ...(headers !== undefined && {
      headers: Type.Object(
        Object.fromEntries(
          Object.entries(headers).map(([name, { schema }]) => [name, Type.Optional(schema)]),
        ),
      ),
    }),
    ...(streamedTypes(route.reads) && { consumes: streamedTypes(route.reads)!.slice(0, 1) }),
    ...(produces !== undefined && { produces }),
    response: { ...(route.responses ?? { [status]: output }), ...refusals },
  };
}
