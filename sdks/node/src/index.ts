/**
 * The Botyard SDK for trading bots. References such as [MET-1] are clauses of the bot contract.
 *
 * @example
 * const { config } = input.parse<{ symbol: string }>();
 * const runs = state.get("runs", 0) + 1;
 * state.set("runs", runs);
 * metric("price", { symbol: config.symbol, value: 187.5 });
 * success(`looked at ${config.symbol}`, { runs });
 *
 * @packageDocumentation
 */

import { preparePipes } from "./process/streams.ts";

preparePipes();

export {
  BotyardError,
  type ErrorCode,
  type JsonObject,
  type JsonValue,
  type QueryHandler,
  type QueryRequest,
  type Schema,
} from "@botyard/core";
/** The id and the config that the platform gives to the bot. */
export * as input from "./input.ts";
/** Structured log records on standard error, of four levels. */
export * as log from "./log.ts";
export { metric } from "./metric.ts";
/** Read-only questions to the bot, answered by a program of its own. */
export * as query from "./query.ts";
export { error, errorWithData, result, success, successWithData } from "./result.ts";
/** Durable keys and values, which survive the process. */
export * as state from "./state.ts";
/** The platform's request to stop, which is the signal SIGTERM. */
export * as stop from "./stop.ts";
