import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type HttpAnswer, httpAnswer, openRequest, type Registry } from "@botyard/core";

/** Answers what Node's parser does not take for a request and hands over as a bare socket. */
export function answerBareSockets(server: Server, registry: Registry): void {
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => {});
    refuse(socket, registry, "CONNECT");
  });
  server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex) => {
    // More bytes after a request that said it was the last: that request is still answered.
    if (error.code === "HPE_CLOSED_CONNECTION") return;
    const method = error.code === "HPE_INVALID_METHOD" ? methodOf(error.rawPacket) : undefined;
    if (method !== undefined) refuse(socket, registry, method);
    else if (socket.writable)
      socket.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    else socket.destroy();
  });
}

/** The method of a request line that is well formed but for a method that Node does not know. */
function methodOf(packet: Buffer | undefined): string | undefined {
  return /^([\w!#$%&'*+.^`|~-]+) \S+ HTTP\/1\.[01]\r?\n/.exec(packet?.toString("latin1") ?? "")?.[1];
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
