import { JsonSyntaxError, readJson } from "@botyard/core";
import type { FastifyInstance } from "fastify";
import { PlatformError } from "../../errors.ts";

/**
 * Parses request bodies by the JSON rules of the contract: valid UTF-8, limited nesting, no number that exceeds a
 * double. An empty body counts as no body.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : readBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/**
 * Parses a body.
 *
 * @throws {PlatformError} `malformed_json`
 */
export function readBody(body: Uint8Array, read: (text: string) => unknown = readJson): unknown {
  try {
    return read(decode(body));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new PlatformError("malformed_json", `The body is not valid JSON: ${error.message}.`);
  }
}

// Keeps a byte order mark, so that the JSON parser refuses it as later readers of the bytes would [JSON-6].
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new PlatformError("malformed_json", "The body is not UTF-8.");
  }
}
