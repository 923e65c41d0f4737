import { ApiError, UnreachableError } from "../errors.ts";
import type { TransportOptions } from "../transport.ts";
import { refusalOf } from "./message.ts";
import { type Channel, type Places, Position, type StreamRecord } from "./position.ts";
import { openSocket } from "./socket.ts";

export interface FollowOptions {
  botId: string;
  channels: Channel[];
  /** Last sequence number received, per channel (default: only new records). */
  after?: Places;
  /** Ends the iteration without an error. */
  signal?: AbortSignal;
}

export type StreamItem =
  | StreamRecord
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
          if (message.op === "error") throw refusalOf(message);
          if (message.op === "subscribed") {
            yield { kind: "connected", again: connected };
            connected = true;
            failures = 0;
          } else if (message.op !== "pong") yield* position.take(message);
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
