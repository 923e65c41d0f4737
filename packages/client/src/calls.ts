import { authCalls } from "./auth.ts";
import { botCalls } from "./bots.ts";
import { customBotCalls } from "./custom-bots.ts";
import { deviceCalls } from "./devices.ts";
import { eventCalls } from "./events.ts";
import { readHealth, readPrometheus } from "./health.ts";
import { keyCalls } from "./keys.ts";
import { logCalls } from "./logs.ts";
import { metricCalls } from "./metrics.ts";
import { networkCalls } from "./networks.ts";
import { askBot } from "./query.ts";
import { runCalls } from "./runs.ts";
import { secretCalls } from "./secrets.ts";
import { stateCalls } from "./state.ts";
import { readSystem, readSystemHistory } from "./system.ts";
import { Transport, type TransportOptions } from "./transport.ts";
import { userCalls } from "./users.ts";

/** The calls of the REST API, one group per noun. Each needs only `fetch`. */
export function calls(options: TransportOptions) {
  const transport = new Transport(options);
  return {
    url: transport.url,
    auth: authCalls(transport),
    devices: deviceCalls(transport),
    users: userCalls(transport),
    keys: keyCalls(transport),
    secrets: secretCalls(transport),
    customBots: customBotCalls(transport),
    bots: botCalls(transport),
    networks: networkCalls(transport),
    events: eventCalls(transport),
    runs: runCalls(transport),
    logs: logCalls(transport),
    metrics: metricCalls(transport),
    state: stateCalls(transport),
    /** Sends a query to a bot. `params` is the JSON text of an object; `timeoutMs` is in milliseconds. */
    query: (botId: string, path: string, params = "{}", timeoutMs?: number) =>
      askBot(transport, botId, path, params, timeoutMs),
    /** Returns the version, isolation, health, limits and interpreters of the platform. */
    system: (timeoutMs?: number) => readSystem(transport, timeoutMs),
    /** Returns what the platform has measured of itself in the last hour or day. For admins. */
    systemHistory: (range: "hour" | "day" = "hour") => readSystemHistory(transport, range),
    /** Returns metrics of the platform itself, in the text format of Prometheus. */
    prometheus: () => readPrometheus(options),
    /** Returns the version and isolation of the platform. Needs no key. */
    health: () => readHealth(options),
  };
}
