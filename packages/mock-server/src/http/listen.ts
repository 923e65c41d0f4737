import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { opensStream, refuseConnection, requireOneHost } from "@botyard/server/building-blocks";
import type { Incoming, Outgoing } from "./message.ts";
import { nodeHttp } from "./node-http.ts";
import { collect } from "./web.ts";

export interface Listener {
  server: Server;
  url: string;
  close(): Promise<void>;
}

/** Listens on a port and answers every request. */
export async function listen(
  answer: (incoming: Incoming) => Promise<Outgoing>,
  { port = 0, host = "127.0.0.1" }: { port?: number; host?: string },
): Promise<Listener> {
  const server = nodeHttp().createServer({
    requireHostHeader: false,
    maxHeaderSize: 16 * 1024,
    shouldUpgradeCallback: opensStream,
  });
  // As the platform does. By default, Node closes a connection when a client that keeps it may just be sending again.
  server.keepAliveTimeout = 72_000;
  const take = (request: IncomingMessage, response: ServerResponse) =>
    void exchange(answer, request, response);
  server.on("request", take);
  // Node's own refusals are not problem documents.
  server.on("checkExpectation", take);
  server.on("clientError", refuseConnection);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
  const address = server.address() as AddressInfo;
  const shown = host.includes(":") ? `[${host}]` : host;
  return {
    server,
    url: `http://${shown}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Reads a request from a socket and sends the answer. */
export async function exchange(
  answer: (incoming: Incoming) => Promise<Outgoing>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const answered = await answer(incomingOf(request, gone.signal));
  if (answered === "cut") {
    request.socket.destroy();
    return;
  }
  const { status, headers, body } = answered;
  response.writeHead(status, headers);
  response.end(body ?? undefined);
  // The client's next request may follow an unread body on the same connection.
  request.resume();
}

export function incomingOf(request: IncomingMessage, gone: AbortSignal): Incoming {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: request.method ?? "GET",
    target: request.url ?? "/",
    headers: Object.fromEntries(headers),
    distinct: request.headersDistinct,
    body: (limit) => collect(request, limit),
    check: () => requireOneHost(request),
    gone,
  };
}
