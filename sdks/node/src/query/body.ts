import type { IncomingMessage } from "node:http";
import { makeLast } from "./last-request.ts";

/**
 * Reads a request's body. Resolves to `too_large` as soon as it exceeds the limit, which makes the request the last one, and
 * to undefined if the client disconnects before its end.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | "too_large" | undefined> {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (encoding === undefined && Number(length ?? 0) === 0) return Promise.resolve(Buffer.alloc(0));
  if (Number(length ?? 0) > limit) {
    makeLast(request.socket);
    return Promise.resolve("too_large");
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return chunks.push(chunk);
      makeLast(request.socket);
      request.removeAllListeners("data").resume();
      return resolve("too_large");
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", () => resolve(undefined));
    request.on("close", () => resolve(undefined));
  });
}
