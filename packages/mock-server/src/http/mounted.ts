import { parse } from "node:querystring";
import {
  type Answer,
  answerOf,
  apiPrefix,
  inputOf,
  type Parts,
  PlatformError,
  pathBytes,
  perform,
  type Route,
  requireReadableQuery,
  schemaOf,
  validatorOf,
} from "@botyard/server/building-blocks";
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

  /**
   * The parameters of a path; `undefined` if the path or the method is another.
   *
   * @param path as {@link readPath} returns it
   * @throws {PlatformError} `malformed_request`
   */
  match(method: string, path: string, target: string): Record<string, string> | undefined {
    if (method !== this.route.method && !(method === "HEAD" && this.route.method === "GET")) return undefined;
    const values = this.#pattern.exec(path)?.slice(1).map(decodeURIComponent);
    if (values?.some((value) => value.length > pathBytes))
      throw new PlatformError("malformed_request", `'${target}' is exceeding the max param length`);
    return values && Object.fromEntries(this.#names.map((name, at) => [name, values[at]!]));
  }

  /**
   * Reads and checks a request, in the order of the platform.
   *
   * @throws {PlatformError} if the request is not valid
   */
  async read(incoming: Incoming, params: Record<string, string>) {
    const { route } = this;
    requireReadableQuery(incoming.target);
    const body = await readBody(incoming, route);
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
    return answerOf(this.route, await perform(this.route.operation, parts, call, input), headers);
  }

  /** @throws {PlatformError} `precondition_failed`, `payload_too_large`, `unsupported_media_type` */
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

/**
 * Returns the path of a request, in which only characters with a meaning in paths are still encoded.
 *
 * @throws {PlatformError} `malformed_request`
 */
export function readPath(target: string): string {
  const path = target.split(/[?#]/, 1)[0]!;
  try {
    return decodeURI(path.replaceAll("%25", "%2525"));
  } catch {
    throw new PlatformError("malformed_request", `'${target}' is not a valid url component`);
  }
}
