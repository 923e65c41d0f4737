import { createRegistry, type JsonObject, type QueryHandler } from "@botyard/core";
import { parse } from "../input.ts";
import { testProcess } from "../process/test-process.ts";

/** The handlers of this query program. */
export const registry = createRegistry();

/**
 * Registers the handler of a query path. The last handler of a path wins, also for the built-ins [Q-2, BI-3].
 *
 * @param path path of the query, which begins with `/`
 * @param fn takes the request and returns a JSON value or a promise of one; to fail, it throws
 * @throws {BotyardError} `query.invalid_path` if the path does not begin with `/`, `query.invalid_handler` if `fn` is no
 * function
 * @example
 * query.handler("/double", (request) => 2 * request.getInteger("n", 21)); // /double?n=4 answers 8
 */
export function handler(path: string, fn: QueryHandler): void {
  registry.register(path, fn);
  testProcess()?.handlers.set(path, fn);
}

/**
 * Returns the bot's config, a new copy at each call.
 *
 * @typeParam Config type of the config by the bot's configuration schema; it is not checked here
 * @throws {BotyardError} the codes of `input.parse`
 * @example
 * query.handler("/symbol", () => query.getConfig<{ symbol: string }>().symbol); // /symbol answers "AAPL"
 */
export function getConfig<Config extends object = JsonObject>(): Config {
  return parse<Config>().config;
}
