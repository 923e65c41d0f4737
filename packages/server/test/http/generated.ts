import fc from "fast-check";
import type { Document } from "./documented.ts";

/** One request that somebody might send. */
export interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

type Schema = { [keyword: string]: unknown; properties?: Record<string, Schema>; items?: Schema };
interface Parameter {
  name: string;
  in: string;
  schema: Schema;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const hostile = fc.constantFrom(
  ...["", " ", "null", "undefined", "-1", "0", "1e400", "NaN", "true", "..", ".", "%00", "%ff", "%2e%2e%2f"],
  ...["'", '" or 1=1 --', "{}", "[]", "\u202e", "💥", "a".repeat(300), "latest", "__proto__", "constructor"],
);
const text = fc.oneof(hostile, fc.string({ maxLength: 30 }), fc.string({ unit: "binary", maxLength: 10 }));
const anything = fc.jsonValue({ maxDepth: 3, depthSize: "small" });

/** Requests of the document's operations: some right, most wrong in one or two places. */
export function requests(document: Document, known: Record<string, string>): fc.Arbitrary<Request> {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as unknown as Operation,
    })),
  );
  // These wait, and an open stream is no answer.
  const asked = all.filter(({ operation }) => !/^(waitFor|openStream)/.test(operation.operationId));
  return fc
    .constantFrom(...asked)
    .chain(({ path, method, operation }) => requestOf(document, path, method, operation, known));
}

function requestOf(
  document: Document,
  template: string,
  method: string,
  { parameters = [], requestBody }: Operation,
  known: Record<string, string>,
): fc.Arbitrary<Request> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  // A bot that is deleted at once would leave little to ask about.
  const usual = (name: string) => (method === "DELETE" && name === "bot_id" ? "bot_x" : (known[name] ?? "x"));
  // An empty last part, or dots that the client resolves, would be another endpoint.
  const unusual = text.map((value) => (/^\.*$/.test(value) ? "%20" : encodeURIComponent(value)));
  const path = fc
    .tuple(...names.map((name) => mostly(fc.constant(usual(name)), unusual, 6)))
    .map((values) =>
      names.reduce((made, name, at) => made.replace(`{${name}}`, () => values[at]!), template),
    );
  const query = parameters.filter((parameter) => parameter.in === "query");
  const right = fc
    .subarray(query)
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map(({ name, schema }) =>
          mostly(valuesOf(document, schema).map(String), text, 3).map((value) => [name, value]),
        ),
      ),
    ) as fc.Arbitrary<string[][]>;
  const more = mostly<string[][]>(
    fc.constant([]),
    fc.tuple(text, text).map((pair) => [pair]),
    8,
  );
  const search = fc
    .tuple(right, more)
    .map((parts) => new URLSearchParams(parts.flat() as [string, string][]).toString());
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
  const verb = mostly(fc.constant(method), fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE"), 20);
  return fc
    .tuple(verb, path, search, bodies(document, schema), headers)
    .map(([method, path, search, body, headers]) => ({
      method,
      path: search === "" ? path : `${path}?${search}`,
      headers,
      body: method === "GET" ? undefined : body,
    }));
}

const headers = mostly(
  fc.constant<Record<string, string>>({ "content-type": "application/json" }),
  fc.constantFrom<Record<string, string>>(
    {},
    { "content-type": "text/plain" },
    { "content-type": "application/json; charset=utf-16" },
    { "content-type": "application/gzip" },
    { "content-type": "x" },
    { "content-type": "application/json", "if-match": '"999"' },
    { "content-type": "application/json", "if-match": "x" },
    { "content-type": "application/json", "idempotency-key": "one for all" },
    { "content-type": "application/json", "idempotency-key": "k".repeat(300) },
    { "content-type": "application/json", accept: "text/html" },
    { "content-type": "application/json", "content-encoding": "gzip" },
  ),
  8,
);

function bodies(document: Document, schema: Schema | undefined): fc.Arbitrary<Request["body"]> {
  const right = schema ? valuesOf(document, schema) : fc.constant({});
  const json = mostly(mostly(right, right.chain(changed), 1), anything, 5).map((value) =>
    JSON.stringify(value),
  );
  const broken = fc.oneof(
    json.map((text) => text.slice(0, -1)),
    json.map((text) => (text.startsWith("{") ? `{"name":1,${text.slice(1)}` : `${text}${text}`)),
    fc.constantFrom("[".repeat(5_000), '{"a":'.repeat(2_000), "\ufeff{}", "1e999", '"\\ud800"', ""),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => new Uint8Array(bytes)),
    fc.constant(JSON.stringify({ name: "x".repeat(1_100_000) })),
  );
  return mostly<Request["body"]>(json, broken, 6);
}

/** Changes one place of an object: a value of another type, a field that is missing, or one too many. */
function changed(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== "object" || value === null) return anything;
  const names = Object.keys(value);
  const replaced = fc
    .tuple(fc.constantFrom(...(names.length > 0 ? names : ["x"])), anything)
    .map(([name, other]) => ({ ...value, [name]: other }));
  const removed = fc
    .constantFrom(...(names.length > 0 ? names : ["x"]))
    .map((name) => Object.fromEntries(Object.entries(value).filter(([other]) => other !== name)));
  const added = fc.tuple(text, anything).map(([name, other]) => ({ ...value, [name]: other }));
  return fc.oneof(replaced, removed, added);
}

/** A value by its schema; formats and patterns are not followed, which makes some of them wrong. */
function valuesOf(document: Document, schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === "string") return valuesOf(document, referred(document, schema.$ref), depth);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const any = schema.anyOf as Schema[] | undefined;
  if (any) return fc.oneof(...any.map((one) => valuesOf(document, one, depth)));
  switch (schema.type) {
    case "object": {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
        name,
        valuesOf(document, field, depth + 1),
      ]);
      const required = (schema.required as string[] | undefined) ?? [];
      return fc.record(Object.fromEntries(fields), { requiredKeys: required as never[] });
    }
    case "array":
      return fc.array(valuesOf(document, schema.items ?? {}, depth + 1), { maxLength: 3 });
    case "integer":
      return fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer(), fc.constantFrom(2 ** 53, 1e15));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return fc.oneof(
        fc.constantFrom(
          "2026-01-31T09:30:00Z",
          "2026-01-31",
          "scheduled/probe",
          "1.0.0",
          "* * * * *",
          "/status",
        ),
        text,
      );
    default:
      return depth > 3 ? fc.constant(1) : anything;
  }
}

function referred(document: object, reference: string): Schema {
  const parts = reference.slice(2).split("/");
  return parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document) as Schema;
}

function mostly<T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>, times: number): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: usual, weight: times }, { arbitrary: other, weight: 1 });
}
