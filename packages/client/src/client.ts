import { authCalls } from "./auth.ts";
import { botCalls } from "./bots.ts";
import { customBotCalls } from "./custom-bots.ts";
import { deviceCalls } from "./devices.ts";
import { readHealth } from "./health.ts";
import { keyCalls } from "./keys.ts";
import { logCalls } from "./logs.ts";
import { metricCalls } from "./metrics.ts";
import { askBot } from "./query.ts";
import { runCalls } from "./runs.ts";
import { stateCalls } from "./state.ts";
import { type FollowOptions, follow } from "./stream/follow.ts";
import { Transport, type TransportOptions } from "./transport.ts";
import { userCalls } from "./users.ts";

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
  const transport = new Transport(options);
  return {
    url: transport.url,
    auth: authCalls(transport),
    devices: deviceCalls(transport),
    users: userCalls(transport),
    keys: keyCalls(transport),
    customBots: customBotCalls(transport),
    bots: botCalls(transport),
    runs: runCalls(transport),
    logs: logCalls(transport),
    metrics: metricCalls(transport),
    state: stateCalls(transport),
    /** Sends a query to a bot. `params` is the JSON text of an object; `timeoutMs` is in milliseconds. */
    query: (botId: string, path: string, params = "{}", timeoutMs?: number) =>
      askBot(transport, botId, path, params, timeoutMs),
    /** Follows logs, metrics or status of a bot. Reconnects after a lost connection. */
    follow: (follows: FollowOptions) => follow(options, follows),
    /** Returns the version and isolation of the platform. Needs no key. */
    health: () => readHealth(options),
  };
}
