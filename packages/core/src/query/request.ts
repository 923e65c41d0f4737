import { botyardError, shown } from "../errors/index.ts";
import { cloneJson, type JsonObject, type JsonValue } from "../json/index.ts";
import { paramsAs, type Schema } from "../schema.ts";
import { acceptAs, expectedOf, type ParamType, type ParamTypes } from "./accept.ts";

/**
 * A query to a bot: its path and its parameters. Those of a query string are strings; the typed accessors also accept
 * the JSON text of a value, so that a handler reads `?limit=5` and `{"limit":5}` in the same way.
 *
 * @example
 * const greet = (request: QueryRequest) => `${request.path} to ${request.getString("name", "you")}`;
 * query.handler("/hello", greet); // /hello?name=Ada answers "/hello to Ada"
 */
export class QueryRequest {
  /** Path of the query, as it was compared with the registered paths. */
  readonly path: string;
  readonly #params: ReadonlyMap<string, JsonValue>;

  constructor(path: string, params: ReadonlyMap<string, JsonValue>) {
    this.path = path;
    this.#params = params;
  }

  /**
   * Returns a parameter's JSON value; if it is absent or `null`, the default, or null if there is none.
   *
   * Parameters from a query string are strings; use a typed accessor to read `limit=5` as a number.
   *
   * @example
   * query.handler("/raw", (request) => request.get("limit", 10)); // /raw?limit=5 answers "5"
   */
  get(key: string): JsonValue;
  get<Default>(key: string, fallback: Default): NonNullable<JsonValue> | Default;
  get(key: string, fallback: unknown = null): unknown {
    return cloneJson(this.#params.get(key) ?? null) ?? fallback;
  }

  /**
   * Returns a parameter as the named type, from a JSON value of this type or its string form; if it is absent or
   * `null`, the default, or null if there is none.
   *
   * @param type `string`, `number`, `integer`, `boolean`, `array` or `object`
   * @throws {BotyardError} `query.invalid_param`, naming the key, if the value does not fit; if the handler does not catch
   * it, the query is answered with HTTP status 400
   * @example
   * query.handler("/live", (request) => request.getAs("live", "boolean", false)); // /live?live=true answers true
   */
  getAs<Type extends ParamType>(key: string, type: Type): ParamTypes[Type] | null;
  getAs<Type extends ParamType, Default>(
    key: string,
    type: Type,
    fallback: Default,
  ): ParamTypes[Type] | Default;
  getAs(key: string, type: ParamType, fallback: unknown = null): unknown {
    const value = this.#params.get(key) ?? null;
    if (value === null) return fallback;
    const accepted = acceptAs(value, type);
    if (accepted !== undefined) return cloneJson(accepted);
    throw botyardError("query.invalid_param", {
      key: shown(key),
      expected: expectedOf(type),
      value: shown(value),
    });
  }

  /**
   * Returns a string parameter; only a JSON string fits. Fails like {@link getAs}.
   *
   * @example
   * query.handler("/of", (request) => request.getString("symbol", "MSFT")); // /of?symbol=AAPL answers "AAPL"
   */
  getString(key: string): string | null;
  getString<Default>(key: string, fallback: Default): string | Default;
  getString(key: string, fallback: unknown = null): unknown {
    return this.getAs(key, "string", fallback);
  }

  /**
   * Returns a number parameter: `1.5` or `"1.5"`. Fails like {@link getAs}.
   *
   * @example
   * query.handler("/fee", (request) => 2 * request.getNumber("price", 0)); // /fee?price=1.5 answers 3
   */
  getNumber(key: string): number | null;
  getNumber<Default>(key: string, fallback: Default): number | Default;
  getNumber(key: string, fallback: unknown = null): unknown {
    return this.getAs(key, "number", fallback);
  }

  /**
   * Returns an integer parameter within ±(2^53 − 1): `5`, `5.0` or `"5"`. Fails like {@link getAs}.
   *
   * @example
   * query.handler("/next", (request) => 1 + request.getInteger("n", 0)); // /next?n=5.0 answers 6
   */
  getInteger(key: string): number | null;
  getInteger<Default>(key: string, fallback: Default): number | Default;
  getInteger(key: string, fallback: unknown = null): unknown {
    return this.getAs(key, "integer", fallback);
  }

  /**
   * Returns a boolean parameter: `true` or `false`, also as a string. Fails like {@link getAs}.
   *
   * @example
   * query.handler("/not", (request) => !request.getBoolean("live", false)); // /not?live=true answers false
   */
  getBoolean(key: string): boolean | null;
  getBoolean<Default>(key: string, fallback: Default): boolean | Default;
  getBoolean(key: string, fallback: unknown = null): unknown {
    return this.getAs(key, "boolean", fallback);
  }

  /**
   * Returns an array parameter: an array or its JSON text. Fails like {@link getAs}.
   *
   * @example
   * query.handler("/count", (request) => request.getArray("of", []).length); // /count?of=[1,2] answers 2
   */
  getArray(key: string): JsonValue[] | null;
  getArray<Default>(key: string, fallback: Default): JsonValue[] | Default;
  getArray(key: string, fallback: unknown = null): unknown {
    return this.getAs(key, "array", fallback);
  }

  /**
   * Returns an object parameter: an object or its JSON text. Fails like {@link getAs}.
   *
   * @example
   * query.handler("/from", (request) => request.getObject("range")?.from); // /from?range={"from":1} answers 1
   */
  getObject(key: string): JsonObject | null;
  getObject<Default>(key: string, fallback: Default): JsonObject | Default;
  getObject(key: string, fallback: unknown = null): unknown {
    return this.getAs(key, "object", fallback);
  }

  /**
   * Returns all parameters as a schema says. A member that is not text also accepts the string of a query string, as the
   * typed accessors do.
   *
   * @param schema of zod, valibot, arktype or another library that follows Standard Schema
   * @throws {BotyardError} `query.invalid_param`, naming the path of the first part that does not fit; if the handler does
   * not catch it, the query is answered with HTTP status 400
   * @throws {TypeError} if the schema is asynchronous
   * @example
   * const limits: Schema<{ limit: number }> = {
   *   "~standard": {
   *     version: 1,
   *     vendor: "own",
   *     validate: (given) => {
   *       const { limit } = given as { limit?: unknown };
   *       if (typeof limit === "number") return { value: { limit } };
   *       return { issues: [{ message: "no number", path: ["limit"] }] };
   *     },
   *   },
   * };
   * query.handler("/first", (request) => request.paramsAs(limits)); // /first?limit=5 answers {"limit":5}
   */
  paramsAs<Value>(schema: Schema<Value>): Value {
    return paramsAs(this.values(), schema);
  }

  /**
   * Returns all parameters with their JSON types, as a new copy at each call.
   *
   * @example
   * query.handler("/echo", (request) => request.values()); // /echo?a=1 answers {"a":"1"}
   */
  values(): JsonObject {
    return cloneJson(Object.fromEntries(this.#params));
  }
}
