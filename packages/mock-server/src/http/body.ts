import {
  archives,
  bodyBytes,
  noFields,
  PlatformError,
  parseBody,
  type Route,
} from "@botyard/server/operations";
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
export async function readBody(incoming: Incoming, route: Route, takesNone: boolean): Promise<unknown> {
  if (!withBody.includes(incoming.method)) return undefined;
  const { "content-type": type, "content-length": length, "transfer-encoding": coding } = incoming.headers;
  const limit = route.bodyLimit ?? bodyBytes;
  let body: unknown;
  if (type === undefined) {
    if (coding !== undefined || (length !== undefined && length !== "0")) throw unsupported();
    // A request of the Fetch standard has neither header.
    if ((await incoming.body(limit)).length > 0) throw unsupported();
  } else {
    const [, name] = mediaType.exec(type.trim()) ?? [];
    const accepted = route.reads === "archive" ? archives : ["application/json"];
    if (name === undefined || !accepted.includes(name.toLowerCase())) throw unsupported();
    if (route.reads === "archive") body = new Archive(await incoming.body(Number.POSITIVE_INFINITY));
    else {
      if (Number(length) > limit) throw tooLarge();
      body = parseBody(await incoming.body(limit), route.reads);
    }
  }
  if (takesNone) await noFields({ body });
  return body;
}

const unsupported = () => new PlatformError("unsupported_media_type", "Unsupported Media Type");
const tooLarge = () => new PlatformError("payload_too_large", "Request body is too large");
