import type { TObject, TSchema } from "typebox";
import type { Operation } from "../../../operations/operation.ts";
import type { Answer } from "./answers.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** How an operation is called by HTTP. */
export interface Route {
  method: Method;
  /** Path under the API root; `{name}` is a parameter of the operation. */
  path: string;
  /** Also the `operationId` of the OpenAPI document. */
  name: string;
  operation: Operation;
  /** The parameter that is the whole body (default: the body has all parameters that are nowhere else). */
  body?: string;
  /** How the body is read (default: JSON by the rules of the contract). */
  reads?: "instance" | "exact" | "bytes" | "archive" | "list";
  /** Largest body, in bytes, if it is less than usual or more. */
  bodyLimit?: number;
  /** Parameters in the query string of a request that may have a body. */
  query?: readonly string[];
  /** Parameters in headers. */
  headers?: Record<string, { parameter: string; schema: TSchema; read(text: string): unknown }>;
  /** Changes parameters of the path after they were decoded. */
  decode?(params: Record<string, string>): Record<string, string>;
  /** Status of the answer (default: 200, or 204 without a document). */
  status?: number;
  /** The documents of the answers (default: the output of the operation). */
  responses?: Record<number, unknown>;
  /** The answer to a request with these headers (default: the output of the operation as JSON). */
  answer?(found: never, headers: Record<string, string | string[] | undefined>): Answer;
  /** Types that the answer may have, for the OpenAPI document. */
  produces?: string[];
  /** False: the request is idempotent by itself, and the header Idempotency-Key is ignored. */
  idempotent?: false;
}

/** The names of the parameters in a path. */
export const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

type Places = ReturnType<typeof findPlaces>;
const places = new WeakMap<Route, Places>();

/** Where each parameter of a route is. */
export function placesOf(route: Route): Places {
  const known = places.get(route) ?? findPlaces(route);
  places.set(route, known);
  return known;
}

function findPlaces({ method, path, operation, body, query = [], headers = {} }: Route) {
  const inPath = namesIn(path);
  const inHeaders = Object.values(headers).map(({ parameter }) => parameter);
  const all = Object.keys((operation.input as TObject).properties);
  const rest = all.filter((name) => ![...inPath, ...inHeaders, ...query, body].includes(name));
  const hasBody = method === "POST" || method === "PUT" || method === "PATCH";
  return { inPath, inQuery: hasBody ? [...query] : rest, inBody: hasBody ? rest : [] };
}

/** Returns the answer to a request with these headers, for which the operation returned `found`. */
export function answerOf(
  route: Route,
  found: unknown,
  headers: Record<string, string | string[] | undefined>,
): Answer & { status: number } {
  const status = route.status ?? (found === null ? 204 : 200);
  return { status, ...(route.answer ? route.answer(found as never, headers) : { body: found }) };
}
