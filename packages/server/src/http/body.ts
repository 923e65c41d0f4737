import { JsonSyntaxError, readJson } from "@botyard/core";
import type { FastifyInstance } from "fastify";
import { PlatformError } from "../errors.ts";

/** Bodies are JSON by the contract: strict UTF-8, no number beyond a double, no bottomless nesting. An empty one is none. */
export function readJsonBodies(app: FastifyInstance, read: (text: string) => unknown = readJson): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : readBody(body as Buffer, read));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** What a body holds. Throws `malformed_json`. */
export function readBody(body: Buffer, read: (text: string) => unknown = readJson): unknown {
  try {
    return read(decode(body));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new PlatformError("malformed_json", `The body is not JSON: ${error.message}.`);
  }
}

// A byte order mark stays, for JSON to refuse: who reads the same bytes later would refuse them for it [JSON-6].
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new PlatformError("malformed_json", "The body is not UTF-8.");
  }
}
