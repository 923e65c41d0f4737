import { JsonSyntaxError, readJson } from "@botyard/core";
import type { FastifyInstance } from "fastify";
import { PlatformError } from "../errors.ts";

/** Bodies are JSON by the contract: strict UTF-8, no number beyond a double, no bottomless nesting. An empty one is none. */
export function readJsonBodies(app: FastifyInstance, read: (text: string) => unknown = readJson): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : read(decode(body as Buffer)));
    } catch (error) {
      const notJson = error instanceof JsonSyntaxError;
      done(
        notJson
          ? new PlatformError("malformed_json", `The body is not JSON: ${error.message}.`)
          : (error as Error),
      );
    }
  });
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new PlatformError("malformed_json", "The body is not UTF-8.");
  }
}
