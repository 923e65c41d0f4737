import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A page is made for one request: a higher level would take longer than it saves. */
const packers = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 4 }),
};

/** Sends a text, compressed as the browser prefers. */
export async function sendPacked(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const accepted = headers["accept-encoding"] || "identity";
  const encoding = negotiate(accepted, ["br", "gzip", "identity"]) ?? "identity";
  reply.header("vary", "accept-encoding");
  if (encoding === "identity") return reply.send(text);
  return reply.header("content-encoding", encoding).send(await packers[encoding](text));
}
