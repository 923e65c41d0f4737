import type { FastifyReply } from "fastify";

/** Aborts when the connection ends: before the answer that means that nobody waits for it any more. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (reply.raw.destroyed) gone.abort();
  else reply.raw.once("close", () => gone.abort());
  return gone.signal;
}
