import type { FastifyReply, FastifyRequest } from "fastify";
import { readTrace } from "../../model/trace.ts";
import type { Call } from "../../operations/operation.ts";
import { administers } from "../../users/caller.ts";
import type { HttpParts } from "./parts.ts";

/** Returns the call of a request. It ends when the connection closes, or when the caller's access ends. */
export function callOf(
  { revocations }: Pick<HttpParts, "revocations">,
  { caller, once, headers }: FastifyRequest,
  { raw }: FastifyReply,
): Call {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  else {
    const unhook = revocations.onEnd(caller, (reason) => gone.abort(reason));
    raw.once("close", () => {
      unhook();
      // After the answer nobody waits, and to abort takes longer than many reads.
      if (!raw.writableFinished) gone.abort();
    });
  }
  const trace = readTrace(headers);
  return {
    ...{ caller, gone: gone.signal, administers: administers(caller) },
    ...(trace && { trace }),
    ...(once && { once }),
  };
}
