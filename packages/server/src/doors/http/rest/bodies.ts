import { isSpelledOtherwise, readExactJson } from "@botyard/core";
import type { FastifyInstance } from "fastify";
import { PlatformError } from "../../../errors.ts";
import { readSent } from "../../../json.ts";
import { readJsonBodies } from "../body.ts";
import { readInstanceBody } from "../instance-body.ts";
import type { Route } from "./route.ts";

const archives = ["application/gzip", "application/x-gzip", "application/octet-stream"];

/** Has the bodies of a route read in its own way. */
export function readBodies(app: FastifyInstance, reads: NonNullable<Route["reads"]>): void {
  if (reads === "instance") readJsonBodies(app, readInstanceBody);
  else if (reads === "exact") readJsonBodies(app, (text) => readExactJson(text, isSpelledOtherwise));
  else if (reads === "bytes") readBytes(app);
  else {
    app.removeAllContentTypeParsers();
    // Written to disk as it arrives.
    app.addContentTypeParser(archives, (_request, payload, done) => done(null, payload));
  }
}

/** Checks that a body is JSON, and keeps its bytes. */
function readBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      if (body.length === 0) throw new PlatformError("malformed_json", "The body is empty.");
      readSent(body as Buffer);
      done(null, body);
    } catch (error) {
      done(error as Error);
    }
  });
}
