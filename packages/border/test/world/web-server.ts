import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { Server } from "node:tls";
import { WebSocketServer } from "ws";

/**
 * A server of one port for HTTPS, of version 1.1 and 2, for WebSockets and for gRPC. It says which version it was asked by, and
 * sends back the messages of the others.
 */
export function createWebServer(certificate: { key: Buffer; cert: Buffer }): Server {
  const sockets = new WebSocketServer({ noServer: true });
  sockets.on("connection", (socket) => {
    socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
  });
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
    if (request.headers["content-type"]?.startsWith("application/grpc")) return echo(request, response);
    if (request.url === "/0/public/Time") return response.end(JSON.stringify(krakenTime));
    response.end(`HTTP/${request.httpVersion}`);
  });
  server.on("upgrade", (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit("connection", opened, request));
  });
  return server;
}

/** What Kraken answers to ccxt's `fetch_time`. */
const krakenTime = {
  error: [],
  result: { unixtime: 1_700_000_000, rfc1123: "Tue, 14 Nov 23 22:13:20 +0000" },
};

/** A unary call of gRPC returns the message as it came, with its frame. */
function echo(request: Http2ServerRequest, response: Http2ServerResponse): void {
  response.writeHead(200, { "content-type": "application/grpc" });
  response.addTrailers({ "grpc-status": "0" });
  request.pipe(response);
}
