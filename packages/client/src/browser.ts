/** The client for pages that the platform serves: it sends the cookie and the page key of the session, and uses no module of Node. */
import { calls } from "./calls.ts";
import { ApiError } from "./errors.ts";
import { type ConnectionState, LiveStream } from "./stream/live.ts";
import { openWebSocket } from "./stream/web-socket.ts";
import type { TransportOptions } from "./transport.ts";

export { ApiError, UnexpectedAnswerError, UnreachableError } from "./errors.ts";
export type { LogFilter } from "./logs.ts";
export { metricCsv } from "./metric-csv.ts";
export type { MetricFilter } from "./metrics.ts";
export type { QueryAnswer } from "./query.ts";
export type { ConnectionState, LiveStream, Subscription } from "./stream/live.ts";
export type { Channel, Places, StreamRecord } from "./stream/position.ts";
export type { TransportOptions } from "./transport.ts";
export type * from "./types.ts";

export type BrowserClient = ReturnType<typeof createBrowserClient>;

export interface BrowserOptions extends TransportOptions {
  /** Returns the page key of the session, without which the platform does not accept the cookie. */
  pageKey?(): string | undefined;
}

/** @throws {ApiError} `too_many_streams` if the user has as many open streams as it may */
async function requireFreeStream({ users }: ReturnType<typeof calls>): Promise<void> {
  const { quotas } = await users.usage();
  const streams = quotas.find(({ name }) => name === "streams");
  if (!streams || streams.used < streams.limit) return;
  const { used, limit, setting } = streams;
  const detail = `Your streams are used up: ${used} of ${limit} are open (${setting}).`;
  throw new ApiError(429, { code: "too_many_streams", detail }, new Headers());
}

/** Creates a client for a page of the platform. `onConnection` is told the state of the stream's connection, `onTime` the platform's time. */
export function createBrowserClient(
  { pageKey = () => undefined, ...given }: BrowserOptions,
  onConnection?: (state: ConnectionState) => void,
  onTime?: (time: Date) => void,
) {
  const options: TransportOptions = {
    ...given,
    fetch(address, request) {
      const key = pageKey();
      const headers = {
        ...(request?.headers as Record<string, string>),
        ...(key && { "botyard-page-key": key }),
      };
      return (given.fetch ?? fetch)(address, { ...request, headers });
    },
  };
  const url = `${options.url.replace(/^http/, "ws")}/stream`;
  const platform = calls(options);
  const open = async () => {
    try {
      return await openWebSocket(url, pageKey());
    } catch (error) {
      // A browser does not say why a WebSocket was refused. A request does, for example that the session has ended.
      await platform.auth.status();
      await requireFreeStream(platform);
      throw error;
    }
  };
  return {
    ...platform,
    /** Returns the same calls, whose requests end when the signal aborts; they reject with its reason. */
    until: (signal: AbortSignal | undefined, more: Pick<TransportOptions, "parse"> = {}) =>
      calls({ ...options, ...more, signal }),
    live: new LiveStream(open, onConnection, onTime),
  };
}
