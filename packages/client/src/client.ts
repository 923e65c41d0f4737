import { authCalls } from "./auth.ts";
import { botCalls } from "./bots.ts";
import { customBotCalls } from "./custom-bots.ts";
import { readHealth } from "./health.ts";
import { keyCalls } from "./keys.ts";
import { logCalls } from "./logs.ts";
import { metricCalls } from "./metrics.ts";
import { askBot } from "./query.ts";
import { runCalls } from "./runs.ts";
import { stateCalls } from "./state.ts";
import { type FollowOptions, follow } from "./stream/follow.ts";
import { Transport, type TransportOptions } from "./transport.ts";

export type ClientOptions = TransportOptions;
export type Client = ReturnType<typeof createClient>;

/** Everything the REST API can do, one room per noun. Nothing is sent before the first call. */
export function createClient(options: ClientOptions) {
  const transport = new Transport(options);
  return {
    url: transport.url,
    auth: authCalls(transport),
    keys: keyCalls(transport),
    customBots: customBotCalls(transport),
    bots: botCalls(transport),
    runs: runCalls(transport),
    logs: logCalls(transport),
    metrics: metricCalls(transport),
    state: stateCalls(transport),
    /** Asks a bot one read-only question; `params` is the JSON text of an object. */
    query: (botId: string, path: string, params = "{}", timeoutMs?: number) =>
      askBot(transport, botId, path, params, timeoutMs),
    /** Logs, metrics and status of a bot as they come, across lost connections. */
    follow: (follows: FollowOptions) => follow(options, follows),
    health: () => readHealth(options),
  };
}
