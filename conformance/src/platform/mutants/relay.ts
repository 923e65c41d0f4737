import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import { isObject, type JsonObject, Malformed, read, write } from "../../json/index.ts";
import { askedOf } from "./asked.ts";
import { Answered, type Around, type Asked, type Mistakes } from "./mutant.ts";

/** Headers of a connection, which the relay's own connection has itself. */
const isOwn = (name: string): boolean => name.startsWith("sec-websocket-") || name === "upgrade";

/** Relays the streams of a proxy, with the mistakes of a mutant. */
export function relay(
  server: Server,
  target: string,
  mistakes: Mistakes,
  aroundOf: (request: IncomingMessage) => Around,
): { close(): void } {
  const clients = new WebSocketServer({ noServer: true });
  const upstreams = new Set<WebSocket>();
  const open = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const around = aroundOf(request);
    const asked = await askedOf(request);
    await mistakes.ask?.(asked, around);
    const upstream = connect(target, asked, request.socket.remoteAddress);
    upstreams.add(upstream);
    // Messages that arrive before the client is connected.
    const early: [RawData, boolean][] = [];
    const collect = (data: RawData, isBinary: boolean) => void early.push([data, isBinary]);
    upstream.on("message", collect);
    upstream.on("error", () => socket.destroy());
    const refused = async (response: IncomingMessage): Promise<void> => {
      const answered = await answerOf(response);
      await mistakes.answer?.(asked, answered, around);
      refuse(answered, request, socket);
    };
    upstream.on("unexpected-response", (_, response) => refused(response).catch(() => socket.destroy()));
    upstream.on("open", () =>
      clients.handleUpgrade(request, socket, head, (client) => {
        upstream.off("message", collect);
        join(client, upstream, mistakes, around, early);
      }),
    );
  };
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    open(request, socket, head).catch(() => socket.destroy());
  });
  return {
    close() {
      for (const one of [...clients.clients, ...upstreams]) one.terminate();
    },
  };
}

function connect(target: string, { path, query, headers }: Asked, from: string | undefined): WebSocket {
  const url = `${target.replace(/^http/, "ws")}${path}${query.size > 0 ? `?${query}` : ""}`;
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !isOwn(name)));
  const protocols = headers["sec-websocket-protocol"]?.split(/, */) ?? [];
  return new WebSocket(url, protocols, {
    headers: own,
    ...(from === undefined ? {} : { localAddress: from }),
  });
}

function join(
  client: WebSocket,
  upstream: WebSocket,
  { hear, say, close }: Mistakes,
  around: Around,
  early: [RawData, boolean][],
): void {
  const pass = (to: WebSocket, change: typeof hear) => (data: RawData, isBinary: boolean) => {
    const message = change && !isBinary ? objectOf(String(data)) : undefined;
    if (!message) return void to.send(data, { binary: isBinary });
    for (const one of change!(message, around)) to.send(write(one));
  };
  const toClient = pass(client, say);
  for (const [data, isBinary] of early) toClient(data, isBinary);
  upstream.on("message", toClient);
  client.on("message", pass(upstream, hear));
  upstream.on("close", (code, reason) => {
    const closed = { code, reason: reason.toString(), afterMs: 0 };
    const changed = close ? close(closed) : closed;
    // 1005 and 1006 say that there was no code, and cannot be sent.
    if (changed && changed.code >= 1005 && changed.code <= 1006) client.terminate();
    else if (changed) setTimeout(() => client.close(changed.code, changed.reason), changed.afterMs);
  });
  client.on("close", () => upstream.terminate());
  client.on("error", () => upstream.terminate());
}

function objectOf(text: string): JsonObject | undefined {
  try {
    const json = read(text);
    return isObject(json) ? json : undefined;
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return undefined;
  }
}

async function answerOf(from: IncomingMessage): Promise<Answered> {
  const chunks: Buffer[] = [];
  for await (const chunk of from) chunks.push(chunk as Buffer);
  const { "content-length": _, ...headers } = from.headers;
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return new Answered(from.statusCode ?? 502, Object.fromEntries(texts), Buffer.concat(chunks));
}

/** Answers a request that the sound platform did not upgrade. */
function refuse({ status, headers, body }: Answered, request: IncomingMessage, socket: Duplex): void {
  const response = new ServerResponse(request);
  response.assignSocket(socket as never);
  response.on("finish", () => socket.end());
  response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
}
