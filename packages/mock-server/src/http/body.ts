import {
  bodyBytes,
  bodyCheckOf,
  bodyTooLarge,
  parseBody,
  type Route,
  requireUncoded,
  streamedTypes,
  unsupportedType,
} from "@botyard/server/building-blocks";
import { Archive } from "./archive.ts";
import type { Incoming } from "./message.ts";

const withBody = ["POST", "PUT", "PATCH", "DELETE"];
/** The syntax of a media type (RFC 9110, 8.3.1). */
const mediaType = /^([!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+) *(?:;|$)/i;

/**
 * Reads the body of a request by the rules of its route.
 *
 * @throws {PlatformError} `unsupported_media_type`, `payload_too_large`, `malformed_json`, `validation_failed`
 */
export async function readBody(incoming: Incoming, route: Route): Promise<unknown> {
  if (!withBody.includes(incoming.method)) return undefined;
  const limit = route.bodyLimit ?? bodyBytes;
  const types = streamedTypes(route.reads);
  const content = await readContent(incoming, types ?? ["application/json"], types ? undefined : limit);
  let body: unknown;
  if (incoming.headers["content-type"] !== undefined)
    body = types ? new Archive(content) : parseBody(content, route.reads);
  await bodyCheckOf(route)?.({ body });
  return body;
}

/**
 * Reads the bytes of a body.
 *
 * @param limit largest number of bytes (default: any)
 * @throws {PlatformError} `unsupported_media_type`, `payload_too_large`
 */
export async function readContent(
  incoming: Incoming,
  accepted: readonly string[],
  limit = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  requireUncoded(incoming.headers["content-encoding"]);
  const { "content-type": type, "content-length": length, "transfer-encoding": coding } = incoming.headers;
  if (type === undefined) {
    if (coding !== undefined || (length !== undefined && length !== "0")) throw unsupportedType(type);
    // A request of the Fetch standard has neither header.
    const content = await incoming.body(limit);
    if (content.length > 0) throw unsupportedType(type);
    return content;
  }
  const [, name] = mediaType.exec(type.trim()) ?? [];
  if (name === undefined || !accepted.includes(name.toLowerCase())) throw unsupportedType(type);
  if (Number(length) > limit) throw bodyTooLarge(limit);
  return incoming.body(limit);
}
