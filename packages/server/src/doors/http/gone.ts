import type { FastifyReply } from "fastify";

/** Returns a signal that aborts when the connection closes. Before the answer, this means the client has gone. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (reply.raw.destroyed) gone.abort();
  else reply.raw.once("close", () => gone.abort());
  return gone.signal;
}
