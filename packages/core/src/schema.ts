import { botyardError, kindOf, shown } from "./errors/index.ts";
import { type JsonObject, type JsonValue, readJson } from "./json/index.ts";

/**
 * A schema as zod, valibot, arktype and others make them, by the specification Standard Schema. It must answer at once.
 *
 * @typeParam Value what it makes of the JSON value
 * @example
 * const count: Schema<number> = {
 *   "~standard": {
 *     version: 1,
 *     vendor: "own",
 *     validate: (value) => (Number.isInteger(value) ? { value: Number(value) } : { issues: [{ message: "no count" }] }),
 *   },
 * };
 * state.set("runs", 1);
 * console.log(state.getAs("runs", count)); // 1
 */
export type Schema<Value> = {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Validated<Value> | Promise<Validated<Value>>;
    readonly types?: { readonly input: unknown; readonly output: Value } | undefined;
  };
};

type Validated<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };
type Issue = {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
};

/** The first part of a value that does not fit. */
type Misfit = { path: PropertyKey[]; found: unknown; issue: Issue };

/**
 * Reads the config as the schema says [IN-6].
 *
 * @throws {BotyardError} `input.wrong_type`
 */
export function configAs<Value>(config: JsonObject, schema: Schema<Value>): Value {
  const read = readAs(config, schema);
  if ("value" in read) return read.value;
  throw botyardError("input.wrong_type", { reason: reasonOf(read) });
}

/**
 * Reads the value of a state key as the schema says [ST-22].
 *
 * @throws {BotyardError} `state.wrong_type`
 */
export function stateAs<Value>(key: string, value: JsonValue, schema: Schema<Value>): Value {
  const read = readAs(value, schema);
  if ("value" in read) return read.value;
  throw botyardError("state.wrong_type", { key: shown(key), reason: reasonOf(read) });
}

/**
 * Reads parameters as the schema says. A string that does not fit is read as the JSON text of a value, so that schemas need
 * not know of query strings.
 *
 * @throws {BotyardError} `query.invalid_param`
 */
export function paramsAs<Value>(params: JsonObject, schema: Schema<Value>): Value {
  const first = readAs(params, schema);
  if ("value" in first) return first.value;
  const read = readAs(withoutTexts(params, first.issues), schema);
  if ("value" in read) return read.value;
  const { path, found, issue } = read.misfit;
  // The parameter as it was passed.
  const given = path.length === 1 ? partOf(params, path) : found;
  throw botyardError("query.invalid_param", {
    key: shown(textOf(path)),
    expected: expectedOf(issue) ?? `valid (${issue.message})`,
    value: given === undefined ? "nothing" : shown(given),
  });
}

type Refused = { issues: readonly Issue[]; misfit: Misfit };

function readAs<Value>(value: JsonValue, schema: Schema<Value>): { value: Value } | Refused {
  const validated = schema["~standard"].validate(value);
  if (validated instanceof Promise)
    throw new TypeError("the schema is asynchronous; use one that answers at once");
  if (validated.issues === undefined) return { value: validated.value };
  const [issue = { message: "it does not fit" }] = validated.issues;
  const path = pathOf(issue);
  return { issues: validated.issues, misfit: { path, found: partOf(value, path), issue } };
}

/** Returns the parameters, with those that are strings and that the issues are about read as JSON texts where they are some. */
function withoutTexts(params: JsonObject, issues: readonly Issue[]): JsonObject {
  const read = new Map(Object.entries(params));
  for (const issue of issues) {
    const [key] = pathOf(issue);
    const text = read.get(String(key));
    if (typeof text !== "string" || /^[ \t\r\n]|[ \t\r\n]$/.test(text)) continue;
    try {
      read.set(String(key), readJson(text));
    } catch {
      // It stays the text that it is.
    }
  }
  return Object.fromEntries(read);
}

const pathOf = ({ path = [] }: Issue): PropertyKey[] =>
  path.map((segment) => (typeof segment === "object" ? segment.key : segment));

function partOf(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      inner !== null && typeof inner === "object" && Object.hasOwn(inner, key)
        ? inner[key as never]
        : undefined,
    value,
  );
}

/** Writes a path as `legs[0].size` [JSON-20]. */
function textOf(path: PropertyKey[]): string {
  const parts = path.map((key) => {
    if (typeof key === "number" || /^\d+$/.test(String(key))) return `[${String(key)}]`;
    return /^\w+$/.test(String(key)) ? `.${String(key)}` : `[${JSON.stringify(String(key))}]`;
  });
  return parts.join("").replace(/^\./, "");
}

/** Says what does not fit, and never what the value is, which may be a secret [IN-5]. */
function reasonOf({ misfit: { path, found, issue } }: Refused): string {
  const part = textOf(path) || "it";
  if (found === undefined) return `${part} is missing`;
  const expected = expectedOf(issue);
  if (expected !== undefined && (Object.values(words).includes(expected) || !quotes(expected, found)))
    return `${part} must be ${expected}, got ${kindOf(found)}`;
  return quotes(issue.message, found) ? `${part} does not fit` : `${part} does not fit: ${issue.message}`;
}

const words: Record<string, string> = {
  ...{
    string: "a string",
    number: "a number",
    boolean: "true or false",
    array: "an array",
    object: "an object",
  },
  ...{ int: "an integer", integer: "an integer", record: "an object", null: "null" },
};

/** Returns what is expected, if the schema's library says so beside its message. */
function expectedOf(issue: Issue): string | undefined {
  const { expected: word, type, values } = issue as { expected?: unknown; type?: unknown; values?: unknown };
  const expected = word ?? (type === "safe_integer" ? "integer" : type);
  if (Array.isArray(values) && values.length > 0)
    return `one of ${values.map((one) => shown(one)).join(", ")}`;
  if (typeof expected !== "string" || (word === null && !(expected in words))) return undefined;
  const choice = /^\((".*")\)$/.exec(expected)?.[1];
  return choice === undefined
    ? (words[expected.toLowerCase()] ?? expected)
    : `one of ${choice.replaceAll(" | ", ", ")}`;
}

const quotes = (message: string, value: unknown): boolean =>
  typeof value === "object" ? message.includes("{") : message.includes(String(value));
