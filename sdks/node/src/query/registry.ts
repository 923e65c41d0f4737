import { createRegistry, type JsonObject, type QueryHandler } from "@botyard/core";
import { parse } from "../input.ts";

/** The handlers of this program. */
export const registry = createRegistry();

/**
 * Registers the handler of a query path; the last one of a path wins, a built-in's too [Q-2, BI-3].
 *
 * @param path begins with `/`
 * @param fn gets the request and returns a JSON value or a promise of one; what it throws is its failure
 * @throws {BotyardError} `query.invalid_path`, `query.invalid_handler`
 * @example
 * query.handler("/signals", (request) => ({ signals: recent(request.getInteger("limit", 10)) }));
 */
export function handler(path: string, fn: QueryHandler): void {
  registry.register(path, fn);
}

/**
 * The bot's config, a copy at each call.
 *
 * @typeParam Config the shape that the bot's schema guarantees; it is not checked again here
 * @throws {BotyardError} as `input.parse`
 */
export function getConfig<Config extends object = JsonObject>(): Config {
  return parse<Config>().config;
}
