import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";

type Coding = "br" | "gzip" | "identity";

/** An answer is made for one request: a higher level would take longer than it saves. */
const packers = {
  br: (body: string | Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: string | Buffer) => promisify(gzip)(body, { level: 4 }),
};

/** Returns the coding that a client prefers. */
export function codingOf({ headers }: Pick<FastifyRequest, "headers">): Coding {
  const accepted = headers["accept-encoding"] || "identity";
  // The negotiator takes the `*` of `br;q=0, *` for br too.
  const refused: readonly string[] = accepted.match(/[\w-]+(?=\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/g) ?? [];
  const offered: Coding[] = ["br", "gzip", "identity"];
  const left = offered.filter((coding) => !refused.includes(coding));
  return negotiate(accepted, left) ?? "identity";
}

/** Compresses, on another thread. */
export const pack = (coding: Exclude<Coding, "identity">, body: string | Buffer): Promise<Buffer> =>
  packers[coding](body);

/** Sends a text, compressed as the browser prefers. */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const coding = codingOf(request);
  reply.header("vary", "accept-encoding");
  if (coding === "identity") return reply.send(text);
  return reply.header("content-encoding", coding).send(await pack(coding, text));
}
