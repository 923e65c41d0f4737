import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A response of the fake: a status with a JSON document, or a text and headers. */
export type Says =
  | { status?: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | "hang up";

/** Starts a platform that responds as `answer` says and records the requests. */
export async function fakePlatform(answer: (seen: Seen, count: number) => Says) {
  const seen: Seen[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = {
      method: request.method!,
      path: request.url!,
      headers: request.headers,
      body: Buffer.concat(chunks).toString("utf8"),
    };
    seen.push(one);
    const says = answer(one, seen.length);
    if (says === "hang up") return void request.socket.destroy();
    const problem = (says.status ?? 200) >= 400;
    response.writeHead(says.status ?? 200, {
      "content-type": problem ? "application/problem+json" : "application/json",
      "x-request-id": "req_1",
      ...says.headers,
    });
    response.end(says.text ?? (says.json === undefined ? "" : JSON.stringify(says.json)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    seen,
    url: `http://127.0.0.1:${port}/api/v1`,
    /** Passes every opened stream to `talk`, with the number of the connection. */
    onStream(talk: (socket: WebSocket, count: number) => void) {
      const sockets = new WebSocketServer({ server, path: "/api/v1/stream" });
      let count = 0;
      sockets.on("connection", (socket) => talk(socket, ++count));
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
