import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { freePiece } from "../../free-piece.ts";

/** Time in which a body must arrive, unless it may be large. */
const smallBodyMs = 30_000;
/** Time in which the client of a refused request must end it before its connection is closed. */
const unreadBodyMs = 2_000;
/** Time after which a client that reads nothing of its answer is cut off; up to twice that if it has read some of it. */
const unreadAnswerMs = 60_000;
/** How much of a refused body is read, so that the connection can be used for the next request. */
const discardedBytes = 16 * 1024 * 1024;
const discardedBytesWithoutKey = 2 * 1024 * 1024;

/** Bounds the time for which slow clients are waited for, and what is read of bodies that nobody wants. */
export function boundWaiting(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw, routeOptions }, _reply, done) => {
    if (!routeOptions.config.slowBody && raw.method !== "GET" && raw.method !== "HEAD") {
      const cut = setTimeout(() => !raw.complete && raw.socket.destroy(), smallBodyMs).unref();
      raw.once("close", () => clearTimeout(cut));
    }
    done();
  });
  app.addHook("onSend", (request, _reply, _body, done) => {
    const { raw, caller } = request;
    // Until the answer is sent: Node sets its own limit for an idle connection then.
    raw.socket.setTimeout(unreadAnswerMs);
    if (!raw.complete && raw.method !== "GET")
      discard(raw, caller ? discardedBytes : discardedBytesWithoutKey);
    done();
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
