import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type HttpAnswer, httpAnswer, openRequest, type Registry } from "@botyard/core";

type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer; bytesParsed?: number };

/** Answers what Node's parser does not accept as a request and passes on as a bare socket. */
export function answerBareSockets(server: Server, registry: Registry): void {
  const behindAnswers = queueOf(server);
  const broken = new WeakSet<Duplex>();
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => {});
    behindAnswers(socket, () => refuse(socket, registry, "CONNECT"));
  });
  server.on("clientError", (error: ParserError, socket: Duplex) => {
    // Bytes after a request with "Connection: close": that request is still answered.
    if (error.code === "HPE_CLOSED_CONNECTION") return;
    // All bytes after the first parse error fail in the same way.
    if (broken.has(socket)) return;
    broken.add(socket);
    const method = error.code === "HPE_INVALID_METHOD" ? methodOf(error) : undefined;
    behindAnswers(socket, () => {
      if (method !== undefined) refuse(socket, registry, method);
      else if (socket.writable)
        socket.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      else socket.destroy();
    });
  });
}

/** Returns a function that calls back once every complete request of a connection has been answered. */
function queueOf(server: Server): (socket: Duplex, then: () => void) => void {
  const asked = new WeakMap<Duplex, Map<ServerResponse, IncomingMessage>>();
  server.on("request", (request, response) => {
    const open = asked.get(request.socket) ?? new Map<ServerResponse, IncomingMessage>();
    asked.set(request.socket, open.set(response, request));
    response.once("close", () => open.delete(response));
  });
  return (socket, then) => {
    const whole = [...(asked.get(socket) ?? [])].filter(([, request]) => request.complete);
    const left = whole.map(([response]) => new Promise((resolve) => response.once("close", resolve)));
    if (left.length === 0) then();
    else void Promise.all(left).then(then);
  };
}

/** Returns the method of a request line that is well formed except for a method that Node does not support. */
function methodOf({ rawPacket, bytesParsed = 0 }: ParserError): string | undefined {
  const packet = rawPacket?.toString("latin1") ?? "";
  const line = packet.slice(packet.lastIndexOf("\n", bytesParsed - 1) + 1);
  return /^([\w!#$%&'*+.^`|~-]+) \S+ HTTP\/1\.[01]\r?\n/.exec(line)?.[1];
}

function refuse(socket: Duplex, registry: Registry, method: string): void {
  const opened = openRequest(registry, method, "");
  if ("refused" in opened) answerAndClose(socket, textOf(httpAnswer(opened.refused)));
}

function answerAndClose(socket: Duplex, answer: string): void {
  if (socket.writable) socket.end(answer, () => socket.destroy());
  else socket.destroy();
}

function textOf({ status, headers, body }: HttpAnswer): string {
  const fields = { ...headers, "Content-Length": Buffer.byteLength(body), Connection: "close" };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
}
