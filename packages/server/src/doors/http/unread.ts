import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { freePiece } from "../../custom-bots/free-piece.ts";

/** Time in which a body must arrive, unless it may be large. */
const smallBodyMs = 30_000;
/** Time in which the client of a refused request must end it before its connection is closed. */
const unreadBodyMs = 2_000;
/** Time after which a client that reads nothing of its answer is cut off; up to twice that if it has read some of it. */
const unreadAnswerMs = 60_000;
/** How much of a refused body is read, so that a client that sends all of it first comes to read the answer. */
const discardedBytes = 16 * 1024 * 1024;
const discardedBytesWithoutKey = 2 * 1024 * 1024;

/** Bounds the time for which slow clients are waited for, and what is read of bodies that nobody wants. */
export function boundWaiting(app: FastifyInstance): void {
  /** Connections that are closed once the body of a refused request has ended. */
  const closing = new WeakSet<Socket>();
  app.addHook("onRequest", ({ raw, routeOptions }, _reply, done) => {
    // Its client knows that it is not processed (RFC 9112, 9.6).
    if (closing.has(raw.socket)) return;
    if (!routeOptions.config.slowBody && raw.method !== "GET" && raw.method !== "HEAD") {
      const cut = setTimeout(() => !raw.complete && raw.socket.destroy(), smallBodyMs).unref();
      raw.once("close", () => clearTimeout(cut));
    }
    done();
  });
  app.addHook("onSend", (request, reply, _body, done) => {
    const { raw, caller } = request;
    // Until the answer is sent: Node sets its own limit for an idle connection then.
    raw.socket.setTimeout(unreadAnswerMs);
    if (raw.complete || raw.method === "GET") return done();
    discard(raw, caller ? discardedBytes : discardedBytesWithoutKey);
    // A small body that arrived together with its head is complete then.
    setImmediate(() => {
      if (!raw.complete) {
        reply.header("connection", "close");
        closing.add(raw.socket);
        closeLate(raw);
      }
      done();
    });
  });
}

/** Before the answer is sent: after it, Node would read the whole body. */
function discard(raw: IncomingMessage, most: number): void {
  let left = most;
  raw.on("data", (piece: Buffer) => {
    left -= piece.length;
    freePiece(piece);
    if (left < 0) raw.pause();
  });
  raw.resume();
  setTimeout(() => !raw.complete && raw.socket.destroy(), unreadBodyMs).unref();
}

/** Has the connection closed when the body has ended: if it were closed before, the client could lose the answer. */
function closeLate(raw: IncomingMessage): void {
  const { socket } = raw;
  const destroySoon = socket.destroySoon.bind(socket);
  // Node calls it when the answer is sent.
  socket.destroySoon = () => {
    if (raw.complete) return destroySoon();
    socket.end();
    raw.once("end", destroySoon);
  };
}
