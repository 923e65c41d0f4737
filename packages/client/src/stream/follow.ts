import { ApiError, UnreachableError } from "../errors.ts";
import type { TransportOptions } from "../transport.ts";
import type { LogRecord, MetricRecord, StatusEvent } from "../types.ts";
import { openSocket, type ServerMessage } from "./socket.ts";

export type Channel = "logs" | "metrics" | "status";

export interface FollowOptions {
  botId: string;
  channels: Channel[];
  /** Last sequence number received, per channel (default: only new records). */
  after?: Partial<Record<Channel, number>>;
  /** Ends the iteration without an error. */
  signal?: AbortSignal;
}

export type StreamItem =
  | { kind: "event"; channel: "logs"; seq: number; record: LogRecord }
  | { kind: "event"; channel: "metrics"; seq: number; record: MetricRecord }
  | { kind: "event"; channel: "status"; seq: number; record: StatusEvent }
  /** The records with these sequence numbers are not available any more. */
  | { kind: "gap"; channel: Channel; from: number; to: number }
  | { kind: "connected"; again: boolean }
  | { kind: "disconnected"; retryInMs: number };

/**
 * Follows channels of a bot. Yields records in order, each sequence number once. Reconnects after a lost connection
 * (after 250 ms, doubling up to 10 s) and continues after the last number received. Missing numbers are reported as a
 * gap.
 *
 * @throws {ApiError} if the platform refuses the connection or the subscription
 * @throws {UnreachableError} if the first connection fails
 */
export async function* follow(options: TransportOptions, follows: FollowOptions): AsyncGenerator<StreamItem> {
  const url = `${options.url.replace(/^http/, "ws")}/stream`;
  const position = new Position(follows.after);
  let connected = false;
  for (let failures = 0; !follows.signal?.aborted; ) {
    try {
      const socket = await openSocket(url, options);
      const stop = () => socket.close();
      follows.signal?.addEventListener("abort", stop, { once: true });
      try {
        if (follows.signal?.aborted) return;
        const { botId: bot_id, channels } = follows;
        socket.send({ op: "subscribe", id: "1", bot_id, channels, after: position.after });
        for await (const message of socket.messages) {
          if (follows.signal?.aborted) return;
          if (message.op === "error") throw refused(message);
          if (message.op === "subscribed") {
            yield { kind: "connected", again: connected };
            connected = true;
            failures = 0;
          } else yield* position.take(message);
        }
      } finally {
        follows.signal?.removeEventListener("abort", stop);
        socket.close();
      }
    } catch (error) {
      const passing = error instanceof ApiError && (error.status === 429 || error.status >= 500);
      if (!connected || !(error instanceof UnreachableError || passing)) throw error;
    }
    if (follows.signal?.aborted) return;
    const retryInMs = Math.min(10_000, 250 * 2 ** failures) * (0.75 + Math.random() / 2);
    failures += 1;
    yield { kind: "disconnected", retryInMs: Math.round(retryInMs) };
    await pause(retryInMs, follows.signal);
  }
}

/** The last sequence number of each channel. */
class Position {
  readonly after: Partial<Record<Channel, number>>;

  constructor(after: Partial<Record<Channel, number>> = {}) {
    this.after = { ...after };
  }

  *take(message: Extract<ServerMessage, { op: "event" | "gap" }>): Generator<StreamItem> {
    const channel = message.channel as Channel;
    const last = this.after[channel];
    if (message.op === "gap") {
      if (last !== undefined && message.to <= last) return;
      this.after[channel] = message.to;
      yield { kind: "gap", channel, from: Math.max(message.from, (last ?? 0) + 1), to: message.to };
      return;
    }
    const { seq } = message;
    if (last !== undefined && seq <= last) return;
    if (last !== undefined && seq > last + 1) yield { kind: "gap", channel, from: last + 1, to: seq - 1 };
    this.after[channel] = seq;
    yield { kind: "event", channel, seq, record: message.record } as StreamItem;
  }
}

function refused(message: { code: string; message: string }): ApiError {
  const status = message.code.endsWith("not_found") ? 404 : message.code === "unauthorized" ? 401 : 400;
  return new ApiError(status, { code: message.code, detail: message.message }, new Headers());
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", done, { once: true });
  });
}
