import { preparePipes } from "./process/streams.ts";

preparePipes();

export {
  BotyardError,
  type ErrorCode,
  type JsonObject,
  type JsonValue,
  type QueryHandler,
  type QueryRequest,
} from "@botyard/core";
export * as input from "./input.ts";
export * as log from "./log.ts";
export { metric } from "./metric.ts";
export * as query from "./query.ts";
export { error, errorWithData, result, success, successWithData } from "./result.ts";
export * as state from "./state.ts";
