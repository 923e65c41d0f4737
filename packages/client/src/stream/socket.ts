import { ApiError, UnreachableError } from "../errors.ts";
import type { TransportOptions } from "../transport.ts";
import type { ProblemDocument } from "../types.ts";

/** A message of the platform on the stream. */
export type ServerMessage =
  | { op: "subscribed"; id: string }
  | { op: "event"; id: string; channel: string; seq: number; record: unknown }
  | { op: "gap"; id: string; channel: string; from: number; to: number }
  | { op: "error"; id?: string; code: string; message: string };

export interface Socket {
  send(message: object): void;
  close(): void;
  /** The messages in order; ends when the connection is closed. */
  messages: AsyncIterable<ServerMessage>;
}

/**
 * Time without a message or ping after which a connection counts as lost, in milliseconds. The platform pings every
 * 20 s.
 */
const silenceMs = 45_000;

/**
 * Opens the stream.
 *
 * @throws {ApiError} if the platform refuses the connection
 * @throws {UnreachableError} if there is no connection
 */
export async function openSocket(url: string, options: TransportOptions): Promise<Socket> {
  const { key, userAgent, parse = JSON.parse } = options;
  const { default: WebSocket } = await import("ws");
  const socket = new WebSocket(url, {
    handshakeTimeout: 10_000,
    headers: {
      ...(key ? { authorization: `ApiKey ${key}` } : {}),
      ...(userAgent ? { "user-agent": userAgent } : {}),
    },
  });
  const waiting: ServerMessage[] = [];
  let wake: (() => void) | undefined;
  let open = true;
  const stir = () => {
    wake?.();
    wake = undefined;
  };
  const watchdog = setTimeout(() => socket.terminate(), silenceMs);
  socket.on("message", (data) => {
    watchdog.refresh();
    waiting.push(parse(String(data)) as ServerMessage);
    stir();
  });
  socket.on("ping", () => watchdog.refresh());
  socket.on("close", () => {
    clearTimeout(watchdog);
    open = false;
    stir();
  });

  await new Promise<void>((resolve, reject) => {
    socket.once("open", () => resolve());
    socket.once("unexpected-response", (_request, response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("close", () => {
        socket.terminate();
        reject(new ApiError(response.statusCode ?? 0, problem(Buffer.concat(chunks)), new Headers()));
      });
    });
    socket.on("error", (cause: NodeJS.ErrnoException) =>
      reject(
        new UnreachableError(url, cause.code ?? "STREAM_FAILED", `Cannot connect to ${new URL(url).host}.`, {
          cause,
        }),
      ),
    );
  });

  return {
    send: (message) => socket.send(JSON.stringify(message)),
    close: () => {
      socket.close();
      // Do not keep the program running if the peer does not answer the close.
      setTimeout(() => socket.terminate(), 500).unref();
    },
    messages: {
      async *[Symbol.asyncIterator]() {
        while (true) {
          const next = waiting.shift();
          if (next) yield next;
          else if (!open) return;
          else
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        }
      },
    },
  };
}

function problem(body: Buffer): Partial<ProblemDocument> {
  try {
    return JSON.parse(body.toString("utf8")) as ProblemDocument;
  } catch {
    return {};
  }
}
