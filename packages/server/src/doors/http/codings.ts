import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { codingOf, pack } from "../pages/packed.ts";
import { requireUncoded } from "./requests.ts";

/** A shorter answer fits into one packet anyway. */
const smallestBytes = 1400;

/** Refuses compressed bodies before they are read, and compresses long answers to GET. */
export function codings(app: FastifyInstance): void {
  app.addHook("preParsing", async ({ headers }) => requireUncoded(headers["content-encoding"]));

  app.addHook("onSend", async (request, reply, body) => {
    // The text that the client has may be compressed (RFC 9110, 15.4.5).
    if (reply.statusCode === 304) reply.header("vary", "accept-encoding");
    if (!isCompressible(request, reply, body)) return body;
    const coding = codingOf(request);
    reply.header("vary", "accept-encoding");
    if (coding === "identity") return body;
    reply.header("content-encoding", coding).removeHeader("content-length");
    return pack(coding, body);
  });
}

/**
 * A strong ETag names the bytes. Pages and files do this themselves. An answer that a page of another origin could ask
 * for again and again is sent as it is, because its length would tell what is in it (BREACH).
 */
function isCompressible(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): body is string | Buffer {
  if (method !== "GET" || reply.statusCode !== 200 || reply.hasHeader("content-encoding")) return false;
  if (!(typeof body === "string" || body instanceof Buffer) || body.length < smallestBytes) return false;
  if (!/^(application\/(json|openmetrics-text)|text\/)/.test(String(reply.getHeader("content-type"))))
    return false;
  if (String(reply.getHeader("etag") ?? "").startsWith('"')) return false;
  return headers.cookie === undefined || headers["sec-fetch-site"] === "same-origin";
}
