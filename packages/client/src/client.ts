import { calls } from "./calls.ts";
import { type FollowOptions, follow } from "./stream/follow.ts";
import type { TransportOptions } from "./transport.ts";

export type ClientOptions = TransportOptions;
export type Client = ReturnType<typeof createClient>;

/**
 * Creates a client of the REST API. It sends no request before the first call. Every call can throw these errors.
 *
 * @throws {ApiError} if the platform refuses the request
 * @throws {UnreachableError} if there is no response
 * @throws {UnexpectedAnswerError} if the response is not JSON
 */
export function createClient(options: ClientOptions) {
  return {
    ...calls(options),
    /** Follows logs, metrics or status of a bot. Reconnects after a lost connection. */
    follow: (follows: FollowOptions) => follow(options, follows),
  };
}
