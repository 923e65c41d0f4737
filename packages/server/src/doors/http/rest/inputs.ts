import { type TSchema, Type } from "typebox";
import { tooLarge } from "../../../custom-bots/receive.ts";
import { PlatformError } from "../../../errors/platform-error.ts";
import { escaped, inputCheck } from "../../../operations/input-check.ts";
import { formType } from "../forms.ts";
import { streamedTypes } from "./bodies.ts";
import { placesOf, type Route } from "./route.ts";

/** A request whose parts have been read and checked. */
export interface ReadRequest {
  params: unknown;
  query: unknown;
  body: unknown;
  headers: Record<string, string | string[] | undefined>;
}

interface Checked {
  schema: TSchema;
  httpPart?: string;
  /** Content type of the body that the schema is for, if there are several. */
  contentType?: string;
}
type Properties = Record<string, TSchema & { type?: string }>;

/**
 * Checks a part of a request. Removes no fields and fills in no defaults; in query strings, numbers and booleans are
 * converted. An invalid body is answered with 422, an invalid parameter or form with 400.
 */
export function validatorOf(unchecked: readonly string[] = [], body?: string) {
  return ({ schema, httpPart, contentType }: Checked) => {
    const inBody = httpPart === "body" && contentType !== formType;
    if (inBody && body !== undefined && unchecked.includes(body)) return () => true;
    const check = inputCheck(withoutChecks(schema, unchecked), inBody ? "body" : "parameters");
    return (given: unknown) => {
      const value = httpPart === "querystring" ? readQuery(schema, given as Record<string, unknown>) : given;
      const error = check(value);
      return error ? { error } : { value };
    };
  };
}

/**
 * The parameters of a request, from its path, query string, headers and body.
 *
 * @throws {PlatformError} for an archive `unsupported_media_type`, `payload_too_large`
 */
export function inputOf(route: Route, request: ReadRequest): Record<string, unknown> {
  const params = request.params as Record<string, string>;
  const { inBody } = placesOf(route);
  const found: Record<string, unknown> = {
    ...(request.query as Record<string, unknown>),
    ...(inBody.length > 0 && (request.body as Record<string, unknown>)),
    ...(route.decode?.(params) ?? params),
  };
  if (streamedTypes(route.reads)) refuseAtOnce(request, route);
  if (route.body !== undefined) found[route.body] = request.body;
  for (const [name, { parameter, read }] of Object.entries(route.headers ?? {})) {
    const text = request.headers[name];
    const value = typeof text === "string" ? read(text) : undefined;
    if (value !== undefined) found[parameter] = value;
  }
  return found;
}

/** Refuses an upload before it is read, if it is none or is said to be too large. */
function refuseAtOnce({ body, headers }: ReadRequest, { reads, bodyLimit: limit = 0 }: Route): void {
  if (body === undefined || body === null) {
    const [type] = streamedTypes(reads)!;
    throw new PlatformError(
      "unsupported_media_type",
      `Send the ${reads} as the body, with \`Content-Type: ${type}\`.`,
    );
  }
  if (Number(headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
}

/**
 * Returns the first check of a route's body: whether there is one. It comes before the checks of the parameters, and
 * before the operation looks whether the bot exists, as for any other body that is not JSON.
 */
export function bodyCheckOf(route: Route): ((request: { body: unknown }) => Promise<void>) | undefined {
  if (route.method === "GET" || route.method === "DELETE" || streamedTypes(route.reads)) return undefined;
  return route.body === undefined && placesOf(route).inBody.length === 0 ? noFields : someBody;
}

/**
 * For routes that need a body.
 *
 * @throws {PlatformError} `malformed_json`
 */
export async function someBody({ body }: { body: unknown }): Promise<void> {
  if (body === undefined) throw new PlatformError("malformed_json", "The body is empty.");
}

/**
 * For routes whose body must be empty or an empty object.
 *
 * @throws {PlatformError} `validation_failed`
 */
const noFields = async ({ body }: { body: unknown }): Promise<void> => {
  if (body === undefined || body === null) return;
  const [field] = typeof body === "object" ? Object.keys(body) : [""];
  if (field === undefined && !Array.isArray(body)) return;
  const detail = field ? `Unknown field "${field}".` : "The body must be empty or an empty JSON object.";
  throw new PlatformError("validation_failed", detail, {
    errors: [{ pointer: field ? `/${escaped(field)}` : "", detail, next: "Remove it." }],
  });
};

function withoutChecks(schema: TSchema, names: readonly string[]): TSchema {
  if (!Type.IsObject(schema) || !names.some((name) => Object.hasOwn(schema.properties, name))) return schema;
  const properties = Object.entries(schema.properties).map(([name, field]) => [
    name,
    names.includes(name) ? Type.Optional(Type.Unknown()) : field,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Converts query parameters to the integers and booleans of the schema; leaves other values unchanged. */
function readQuery(schema: TSchema, given: Record<string, unknown>): Record<string, unknown> {
  const properties = (Type.IsObject(schema) ? schema.properties : {}) as Properties;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined;
      if (type === "integer" && typeof value === "string" && /^-?\d{1,15}$/.test(value))
        return [name, Number(value)];
      if (type === "boolean" && (value === "true" || value === "false")) return [name, value === "true"];
      return [name, value];
    }),
  );
}
