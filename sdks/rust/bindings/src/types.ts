export type { Core } from "./core.ts";
export { BotyardError, type Errors, JsonSyntaxError } from "./errors.ts";
export type { Input } from "./input.ts";
export type { Json, JsonObject, JsonValue } from "./json.ts";
export type { Line, Log, LogLevel } from "./log.ts";
export type { Metric } from "./metric.ts";
export type { ParamType, ParamTypes, QueryRequest, Requests } from "./request.ts";
export type { Result, Status } from "./result.ts";
export type { State } from "./state.ts";
