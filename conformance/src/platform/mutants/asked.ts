import type { IncomingMessage } from "node:http";
import type { Asked } from "./mutant.ts";

/** Reads a request. Its Host stays: a platform compares it with the Origin. */
export async function askedOf(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? "/", "http://proxy");
  const headers = Object.fromEntries(
    Object.entries(request.headers)
      .filter(([name]) => !["connection", "content-length", "transfer-encoding"].includes(name))
      .map(([name, value]) => [name, String(value)]),
  );
  return {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers,
    body: Buffer.concat(chunks),
  };
}
