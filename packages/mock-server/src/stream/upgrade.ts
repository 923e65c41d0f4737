import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type Caller, Connection, streamMessageBytes } from "@botyard/server/building-blocks";
import type { WebSocketServer } from "ws";
import { exchange, incomingOf } from "../http/listen.ts";
import type { Incoming, Outgoing } from "../http/message.ts";
import { nodeHttp } from "../http/node-http.ts";
import type { World } from "../world.ts";

export interface Streams {
  /** Cuts all connections. Returns their number. */
  cut(): number;
}

export interface StreamParts {
  world(): World;
  admit(incoming: Incoming): Promise<Caller | Outgoing>;
  /** Called after a message to subscribe was handled. */
  subscribed(caller: Caller, message: Record<string, unknown>): void;
}

/** Opens streams on a server: the same connections, messages and feeds as those of the platform. */
export function openStreams(server: Server, { world, admit, subscribed }: StreamParts): Streams {
  let sockets: WebSocketServer | undefined;
  server.on("upgrade", async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    const admitted = await admit(incomingOf(request, new AbortController().signal));
    if (typeof admitted === "string") return void socket.destroy();
    if ("status" in admitted) return void refuse(admitted, request, socket);
    // Loaded for the first stream.
    const { WebSocketServer } = await import("ws");
    sockets ??= new WebSocketServer({ noServer: true, maxPayload: streamMessageBytes });
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const log = { error: (about: object, message: string) => console.error(message, about) };
      new Connection(world().parts, opened, socket, admitted, log).open();
      opened.on("message", (data) => {
        const message = subscription(String(data));
        // Connections handle messages in memory, before the next turn.
        if (message) setImmediate(() => subscribed(admitted, message));
      });
    });
  });
  return {
    cut() {
      const clients = [...(sockets?.clients ?? [])];
      for (const client of clients) client.terminate();
      return clients.length;
    },
  };
}

function subscription(text: string): Record<string, unknown> | undefined {
  try {
    const { op, ...message } = JSON.parse(text) as Record<string, unknown>;
    return op === "subscribe" ? message : undefined;
  } catch {
    return undefined;
  }
}

function refuse(answered: Exclude<Outgoing, "cut">, request: IncomingMessage, socket: Duplex): void {
  const response = new (nodeHttp().ServerResponse)(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as never);
  response.on("finish", () => socket.end());
  void exchange(async () => answered, request, response);
}
