import { UnreachableError } from "../errors.ts";
import { refusalOf } from "../refusal.ts";
import type { TransportOptions } from "../transport.ts";
import { Inbox, type ServerMessage, type Socket } from "./message.ts";

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
  const messages = new Inbox();
  const watchdog = setTimeout(() => socket.terminate(), silenceMs);
  socket.on("message", (data) => {
    watchdog.refresh();
    messages.put(parse(String(data)) as ServerMessage);
  });
  socket.on("ping", () => watchdog.refresh());
  socket.on("close", () => {
    clearTimeout(watchdog);
    messages.end();
  });

  await new Promise<void>((resolve, reject) => {
    socket.once("open", () => resolve());
    socket.once("unexpected-response", (_request, response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("close", () => {
        socket.terminate();
        const headers = new Headers({ server: response.headers.server?.toString() ?? "" });
        reject(refusalOf({ status: response.statusCode ?? 0, headers, bytes: Buffer.concat(chunks) }));
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
    messages,
  };
}
