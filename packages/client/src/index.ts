export { AddressError, apiUrl, baseUrl, defaultApiUrl } from "./address.ts";
export { type Client, type ClientOptions, createClient } from "./client.ts";
export { ApiError, UnexpectedAnswerError, UnreachableError } from "./errors.ts";
export type { LogFilter } from "./logs.ts";
export type { MetricFilter } from "./metrics.ts";
export type { QueryAnswer } from "./query.ts";
export type { Channel, FollowOptions, StreamItem } from "./stream/follow.ts";
export type { Exchange } from "./transport.ts";
export type * from "./types.ts";
