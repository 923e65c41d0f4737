import { parse } from "node:querystring";
import {
  type Answer,
  answerOf,
  apiPrefix,
  inputOf,
  type Parts,
  PlatformError,
  pathBytes,
  placesOf,
  type Route,
  schemaOf,
  validatorOf,
} from "@botyard/server/operations";
import type { TSchema } from "typebox";
import { readBody } from "./body.ts";
import type { Incoming } from "./message.ts";

type Check = (value: unknown) => { error?: Error; value?: unknown } | true;

/** A route of the REST API. Its schemas are compiled when it is first used. */
export class Mounted {
  readonly route: Route;
  readonly #pattern: RegExp;
  readonly #names: string[] = [];
  #checks: Record<"params" | "body" | "querystring" | "headers", Check | undefined> | undefined;

  constructor(route: Route) {
    this.route = route;
    const pattern = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      this.#names.push(name);
      return "([^/]+)";
    });
    this.#pattern = new RegExp(`^${apiPrefix}${pattern}/?$`);
  }

  /** Path as the table of routes has it. */
  get url(): string {
    return apiPrefix + this.route.path.replace(/\{(\w+)\}/g, ":$1");
  }

  /** The encoded parameters of a path; `undefined` if the path is another. */
  match(method: string, path: string): string[] | undefined {
    if (method !== this.route.method && !(method === "HEAD" && this.route.method === "GET")) return undefined;
    const [, ...values] = this.#pattern.exec(path) ?? [];
    if (values.length !== this.#names.length || !this.#pattern.test(path)) return undefined;
    return values.some((value) => value.length > pathBytes) ? undefined : values;
  }

  /**
   * Reads and checks a request, in the order of the platform.
   *
   * @throws {PlatformError}
   */
  async read(incoming: Incoming, path: string, values: readonly string[]) {
    const { route } = this;
    const { inBody } = placesOf(route);
    const takesNone = route.method === "POST" && route.body === undefined && inBody.length === 0;
    const params = Object.fromEntries(this.#names.map((name, at) => [name, decoded(values[at]!, path)]));
    const body = await readBody(incoming, route, takesNone);
    const query = { ...parse(incoming.target.split("?").slice(1).join("?"), "&", "=", { maxKeys: 0 }) };
    this.#checks ??= this.#compile();
    const checked = {
      params: checkedBy(this.#checks.params, params),
      body: checkedBy(this.#checks.body, body === undefined && this.#checks.body ? null : body),
      query: checkedBy(this.#checks.querystring, query),
      headers: incoming.headers,
    };
    checkedBy(this.#checks.headers, incoming.headers);
    return { ...checked, body };
  }

  async run(
    parts: Parts,
    call: Parameters<Route["operation"]["run"]>[1],
    input: Record<string, unknown>,
    headers: Incoming["headers"],
  ): Promise<Answer & { status: number }> {
    return answerOf(this.route, await this.route.operation.run(parts, call, input), headers);
  }

  /** @throws {PlatformError} */
  inputOf(request: Parameters<typeof inputOf>[1]): Record<string, unknown> {
    return inputOf(this.route, request);
  }

  #compile() {
    const schema: Partial<Record<string, TSchema>> = schemaOf(this.route) as never;
    const compile = validatorOf(this.route.operation.unchecked, this.route.body);
    const of = (httpPart: string) =>
      schema[httpPart] && (compile({ schema: schema[httpPart], httpPart }) as Check);
    return {
      params: of("params"),
      body: of("body"),
      querystring: of("querystring"),
      headers: of("headers"),
    };
  }
}

function checkedBy<Value>(check: Check | undefined, value: Value): Value {
  const found = check?.(value) ?? true;
  if (found === true) return value;
  if (found.error) throw found.error;
  return found.value as Value;
}

function decoded(value: string, path: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new PlatformError("malformed_request", `'${path}' is not a valid url component`);
  }
}
