import type { Engine } from "./engine.ts";
import { check } from "./errors.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** The types that typed accessors support, by name. */
export type ParamTypes = {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  array: JsonValue[];
  object: JsonObject;
};

/** The name of a type that typed accessors support. */
export type ParamType = keyof ParamTypes;

/** Queries and their parameters. */
export interface Requests {
  /** Opens a query by its path and its parameters, which it copies. */
  open(path: string, params: JsonObject): QueryRequest;
}

export const requestOf = (engine: Engine): Requests => ({
  open: (path, params) => new QueryRequest(engine, path, params),
});

// Available in every JavaScript runtime, but not declared by the language's own library.
declare const structuredClone: <T>(value: T) => T;

/** A query to a bot: its path and its parameters. */
export class QueryRequest {
  /** Path of the query, as it was compared with the registered paths. */
  readonly path: string;
  readonly #engine: Engine;
  readonly #params: ReadonlyMap<string, JsonValue>;

  /** @internal */
  constructor(engine: Engine, path: string, params: JsonObject) {
    this.path = path;
    this.#engine = engine;
    this.#params = new Map(Object.entries(structuredClone(params)));
  }

  /**
   * Returns a parameter's JSON value; if it is absent or `null`, the default, or null if there is none.
   *
   * Parameters from a query string are strings; use a typed accessor to read `limit=5` as a number.
   */
  get(key: string): JsonValue;
  get<Default>(key: string, fallback: Default): NonNullable<JsonValue> | Default;
  get(key: string, fallback: unknown = null): unknown {
    return structuredClone(this.#params.get(key)) ?? fallback;
  }

  /**
   * Returns a parameter as the named type, from a JSON value of this type or its string form; if it is absent or
   * `null`, the default, or null if there is none.
   *
   * @throws {BotyardError} `query.invalid_param`, naming the key, if the value does not fit
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
    const outcome = this.#engine.getAs(key, value, type);
    check(outcome);
    // A value that is of the type already is returned as it is.
    return typeof value === "string" && type !== "string"
      ? JSON.parse(outcome as string)
      : structuredClone(value);
  }

  /** Returns a string parameter; only a JSON string fits. Fails like {@link getAs}. */
  getString(key: string): string | null;
  getString<Default>(key: string, fallback: Default): string | Default;
  getString(key: string, fallback: unknown = null): unknown {
    return this.getAs(key, "string", fallback);
  }

  /** Returns a number parameter: `1.5` or `"1.5"`. Fails like {@link getAs}. */
  getNumber(key: string): number | null;
  getNumber<Default>(key: string, fallback: Default): number | Default;
  getNumber(key: string, fallback: unknown = null): unknown {
    return this.getAs(key, "number", fallback);
  }

  /** Returns an integer parameter within ±(2^53 − 1): `5`, `5.0` or `"5"`. Fails like {@link getAs}. */
  getInteger(key: string): number | null;
  getInteger<Default>(key: string, fallback: Default): number | Default;
  getInteger(key: string, fallback: unknown = null): unknown {
    return this.getAs(key, "integer", fallback);
  }

  /** Returns a boolean parameter: `true` or `false`, also as a string. Fails like {@link getAs}. */
  getBoolean(key: string): boolean | null;
  getBoolean<Default>(key: string, fallback: Default): boolean | Default;
  getBoolean(key: string, fallback: unknown = null): unknown {
    return this.getAs(key, "boolean", fallback);
  }

  /** Returns an array parameter: an array or its JSON text. Fails like {@link getAs}. */
  getArray(key: string): JsonValue[] | null;
  getArray<Default>(key: string, fallback: Default): JsonValue[] | Default;
  getArray(key: string, fallback: unknown = null): unknown {
    return this.getAs(key, "array", fallback);
  }

  /** Returns an object parameter: an object or its JSON text. Fails like {@link getAs}. */
  getObject(key: string): JsonObject | null;
  getObject<Default>(key: string, fallback: Default): JsonObject | Default;
  getObject(key: string, fallback: unknown = null): unknown {
    return this.getAs(key, "object", fallback);
  }

  /** Returns all parameters with their JSON types, as a new copy at each call. */
  values(): JsonObject {
    return structuredClone(Object.fromEntries(this.#params));
  }
}
