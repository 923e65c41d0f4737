import { bodyTooLarge } from "@botyard/server/building-blocks";
import type { Answered, Incoming } from "./message.ts";

/** Converts a request of the Fetch standard. */
export function incomingOf(request: Request): Incoming {
  const { pathname, search } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  return {
    method: request.method,
    target: pathname + search,
    headers,
    // The standard joins repeated headers; neither of these two may contain a comma.
    distinct: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.split(/, */)])),
    body: (limit) => collect(request.body, limit),
    gone: request.signal,
  };
}

export function responseOf({ status, headers, body }: Answered): Response {
  const none = status === 204 || status === 304;
  return new Response(none ? null : (body as ConstructorParameters<typeof Response>[0]), { status, headers });
}

/**
 * Reads a body into memory.
 *
 * @throws {PlatformError} `payload_too_large`
 */
export async function collect(
  body: AsyncIterable<Uint8Array> | null | undefined,
  limit: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > limit) throw bodyTooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
