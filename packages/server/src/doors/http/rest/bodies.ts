import { isSpelledOtherwise, readExactJson, readJson } from "@botyard/core";
import type { FastifyInstance } from "fastify";
import { PlatformError } from "../../../errors/platform-error.ts";
import { readSent } from "../../json.ts";
import { parseBodies } from "../body.ts";
import { readInstanceBody } from "../instance-body.ts";
import type { Route } from "./route.ts";

/** Content types of bodies that are written to disk as they arrive: archives, and lists of files. */
export const streamed = {
  archive: ["application/gzip", "application/x-gzip", "application/octet-stream"],
  list: ["application/jsonl"],
} as const;

/** Content types of the body of a route, if it is written to disk. */
export const streamedTypes = (reads: Route["reads"]): readonly string[] | undefined =>
  reads === "archive" || reads === "list" ? streamed[reads] : undefined;

/** How the text of a body is parsed. */
const readers: Record<string, (text: string) => unknown> = {
  json: readJson,
  instance: readInstanceBody,
  exact: (text) => readExactJson(text, isSpelledOtherwise),
};

/**
 * Reads a JSON body by the rules of a route. An empty body counts as no body.
 *
 * @throws {PlatformError} `malformed_json`, `validation_failed`
 */
export function parseBody(body: Uint8Array, reads: Route["reads"]): unknown {
  if (reads !== "bytes")
    return body.length === 0 ? undefined : readSent(body, { read: readers[reads ?? "json"]! });
  if (body.length === 0) throw new PlatformError("malformed_json", "The body is empty.");
  // Only checked: the value keeps its bytes.
  readSent(body);
  return body;
}

/** Has the bodies of a route read in its own way. */
export function readBodies(app: FastifyInstance, reads: NonNullable<Route["reads"]>): void {
  app.removeAllContentTypeParsers();
  const types = streamedTypes(reads);
  if (types) {
    app.addContentTypeParser([...types], (_request, payload, done) => done(null, payload));
    return;
  }
  parseBodies(app, "application/json", (body) => parseBody(body, reads));
}
