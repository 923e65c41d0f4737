import { type BotyardError, botyardError, kindOf, shown } from "./errors/index.ts";
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
type Misfit = { path: PropertyKey[]; found: unknown; isMissing: boolean; issue: Issue };

/**
 * Reads the config as the schema says [IN-6].
 *
 * @throws {BotyardError} `input.wrong_type`
 */
export function configAs<Value>(config: JsonObject, schema: Schema<Value>): Value {
  const read = readAs(config, schema);
  if ("value" in read) return read.value;
  throw botyardError("input.wrong_type", { reason: reasonOf(read.misfit, config) });
}

/**
 * Reads the value of a state key as the schema says [ST-22].
 *
 * @throws {BotyardError} `state.wrong_type`
 */
export function stateAs<Value>(key: string, value: JsonValue, schema: Schema<Value>): Value {
  const read = readAs(value, schema);
  if ("value" in read) return read.value;
  throw botyardError("state.wrong_type", { key: shown(key), reason: reasonOf(read.misfit) });
}

/**
 * Reads parameters as the schema says. A string that does not fit is read as the JSON text of a value, so that schemas need
 * not know of query strings.
 *
 * @throws {BotyardError} `query.invalid_param`
 */
export function paramsAs<Value>(params: JsonObject, schema: Schema<Value>): Value {
  const given = new Map(Object.entries(params));
  const refused = new Map<PropertyKey, Misfit>();
  for (;;) {
    const read = readAs(Object.fromEntries(given), schema);
    if ("value" in read) return read.value;
    const [key = ""] = read.misfit.path;
    const first = refused.get(key);
    // What is wrong inside a JSON text says more than that it is no text.
    if (first !== undefined)
      throw invalidParam(read.misfit.path.length > first.path.length ? read.misfit : first);
    refused.set(key, read.misfit);
    // Of alternatives none is named: then all texts are read.
    const names = key === "" ? [...given.keys()] : [String(key)];
    const spelled = names.flatMap((name) =>
      spelledBy(given.get(name)).map((value) => [name, value] as const),
    );
    if (spelled.length === 0) throw invalidParam(read.misfit);
    for (const [name, value] of spelled) given.set(name, value);
  }
}

function invalidParam({ path, found, issue }: Misfit): BotyardError {
  return botyardError("query.invalid_param", {
    key: shown(textOf(path)),
    expected: expectedOf(issue) ?? `valid (${wordsOf(issue)})`,
    value: found === undefined ? "nothing" : shown(found),
  });
}

/** Returns the value whose JSON text a string is, without white space around it; none if that is a string too. */
function spelledBy(text: JsonValue | undefined): JsonValue[] {
  if (typeof text !== "string" || /^[ \t\r\n]|[ \t\r\n]$/.test(text)) return [];
  try {
    const value = readJson(text);
    return typeof value === "string" ? [] : [value];
  } catch {
    return [];
  }
}

function readAs<Value>(value: JsonValue, schema: Schema<Value>): { value: Value } | { misfit: Misfit } {
  const standard = (schema as Partial<Schema<Value>> | undefined)?.["~standard"];
  if (typeof standard?.validate !== "function")
    throw new TypeError("this is no schema that follows Standard Schema");
  const validated = standard.validate(value);
  if (validated instanceof Promise) {
    // Zod answers so, too, if a function of the schema throws; its failure may quote the value.
    validated.catch(() => {});
    throw new TypeError(
      "the schema is asynchronous, or a function of it has thrown; use one that answers at once",
    );
  }
  if (validated.issues === undefined) return { value: validated.value };
  const [issue = { message: "it does not fit" }] = validated.issues;
  const path = pathOf(issue);
  return { misfit: { path, ...partOf(value, path), issue } };
}

// Not by `map`, which makes another value of a list of arktype.
const pathOf = ({ path }: Issue): PropertyKey[] =>
  Array.from(path ?? [], (segment) => (typeof segment === "object" ? segment.key : segment));

/** Returns the part of a value. It is missing if only its own key is. */
function partOf(value: unknown, path: PropertyKey[]): Pick<Misfit, "found" | "isMissing"> {
  let found = value;
  for (const [depth, key] of path.entries()) {
    if (typeof found !== "object" || found === null) return { found: undefined, isMissing: false };
    if (!Object.hasOwn(found, key)) return { found: undefined, isMissing: depth === path.length - 1 };
    found = (found as Record<PropertyKey, unknown>)[key];
  }
  return { found, isMissing: false };
}

/** Writes a path as `legs[0].size` [JSON-20]. */
function textOf(path: PropertyKey[]): string {
  const parts = path.map((key) => {
    if (typeof key === "number" || /^\d+$/.test(String(key))) return `[${String(key)}]`;
    return /^\w+$/.test(String(key)) ? `.${String(key)}` : `[${JSON.stringify(String(key))}]`;
  });
  return parts.join("").replace(/^\./, "");
}

/**
 * Says what does not fit.
 *
 * @param secret what must not be quoted: words of a schema are left out if any part of it occurs in them [IN-5]
 */
function reasonOf({ path, found, isMissing, issue }: Misfit, secret?: JsonValue): string {
  const part = textOf(path) || "it";
  if (isMissing) return `${part} is missing`;
  const expected = expectedOf(issue);
  if (expected !== undefined && found !== undefined)
    return `${part} must be ${expected}, got ${kindOf(found)}`;
  const words = wordsOf(issue);
  const plain = words.toLowerCase();
  const quotes = secret !== undefined && [...textsIn(secret)].some((text) => plain.includes(text));
  return quotes || words === "" ? `${part} does not fit` : `${part} does not fit: ${words}`;
}

const shortestSecret = 3;

/** Yields all that a message might quote of a value, in lower case. */
function* textsIn(value: JsonValue): Generator<string> {
  if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) yield* textsIn(key);
      yield* textsIn(inner);
    }
  } else if (typeof value === "string" || typeof value === "number") {
    const text = String(value).trim().toLowerCase();
    for (const form of [text, JSON.stringify(text).slice(1, -1)])
      if (form.length >= shortestSecret) yield form;
  }
}

const kinds: Record<string, string> = {
  ...{
    string: "a string",
    number: "a number",
    boolean: "true or false",
    array: "an array",
    object: "an object",
  },
  ...{
    int: "an integer",
    integer: "an integer",
    safe_integer: "an integer",
    record: "an object",
    null: "null",
  },
};
const words = new Set(Object.values(kinds));
/** After these words a message of valibot or arktype quotes the value. */
const quotations = [" (was ", " but received ", ": Received ", " Received "];

/** Returns what is expected, if the schema's library names a kind of values or a choice. */
function expectedOf(issue: Issue): string | undefined {
  const { expected, type, values } = issue as { expected?: unknown; type?: unknown; values?: unknown };
  if (Array.isArray(values) && values.length > 0)
    return `one of ${values.map((one) => shown(one)).join(", ")}`;
  // Valibot names an integer so.
  const word = expected === null ? type : expected;
  if (typeof word !== "string") return undefined;
  const choice = /^\((".*")\)$/.exec(word)?.[1];
  if (choice !== undefined) return `one of ${choice.replaceAll(" | ", ", ")}`;
  if (words.has(word)) return word;
  return Object.hasOwn(kinds, word.toLowerCase()) ? kinds[word.toLowerCase()] : undefined;
}

/** Returns the words of the schema's library, without the value at their end, which may be long. */
function wordsOf({ message }: Issue): string {
  const text = String(message ?? "");
  const ends = quotations.map((quotation) => text.indexOf(quotation)).filter((at) => at !== -1);
  return text.slice(0, Math.min(text.length, ...ends)).trim();
}
