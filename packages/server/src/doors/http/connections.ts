import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sourceOf } from "./source.ts";

/**
 * Bounds open connections. Beyond the bound a new one takes the place of another, so that idle connections of one client
 * do not shut the others out.
 */
export class Connections {
  readonly #most: number;
  /** By source, the one that has been idle for longest first. */
  readonly #idle = new Map<string, Set<Socket>>();
  /** Those with a request of a caller with a valid key, and streams. */
  readonly #busy = new Map<string, Set<Socket>>();
  readonly #sources = new Map<Socket, string>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Watches the connections of a server. */
  bound(app: FastifyInstance): void {
    app.server.on("connection", (socket) => this.#open(socket));
    app.addHook("onResponse", ({ raw }, _reply, done) => {
      this.#move(raw.socket, this.#busy, this.#idle);
      done();
    });
  }

  /** The request has a valid key. */
  serves({ raw }: FastifyRequest): void {
    this.#move(raw.socket, this.#idle, this.#busy);
  }

  #open(socket: Socket): void {
    const source = sourceOf(socket.remoteAddress ?? "");
    this.#sources.set(socket, source);
    add(this.#idle, source, socket);
    socket.once("close", () => {
      this.#sources.delete(socket);
      remove(this.#idle, source, socket);
      remove(this.#busy, source, socket);
    });
    if (this.#sources.size > this.#most) (oldestIn(this.#idle, socket) ?? oldestIn(this.#busy))?.destroy();
  }

  #move(socket: Socket, from: Map<string, Set<Socket>>, to: Map<string, Set<Socket>>): void {
    const source = this.#sources.get(socket);
    if (source === undefined || !remove(from, source, socket)) return;
    add(to, source, socket);
  }
}

/** The oldest connection of the source with the most, which is missed least. */
function oldestIn(sockets: Map<string, Set<Socket>>, except?: Socket): Socket | undefined {
  let largest: Set<Socket> | undefined;
  for (const own of sockets.values()) if (own.size > (largest?.size ?? 0)) largest = own;
  const [oldest] = largest ?? [];
  return oldest === except ? undefined : oldest;
}

function add(sockets: Map<string, Set<Socket>>, source: string, socket: Socket): void {
  const own = sockets.get(source) ?? new Set();
  sockets.set(source, own.add(socket));
}

function remove(sockets: Map<string, Set<Socket>>, source: string, socket: Socket): boolean {
  const own = sockets.get(source);
  const was = own?.delete(socket) ?? false;
  if (own?.size === 0) sockets.delete(source);
  return was;
}

/** How many connections may be open: as many as set, but at most half of the files that this process may open. */
export function connectionsAtMost(wanted: number): number {
  return Math.min(wanted, Math.floor(openFilesAtMost() / 2));
}

/** The limit of this process, on Linux. */
function openFilesAtMost(): number {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1"))?.[1];
    return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
