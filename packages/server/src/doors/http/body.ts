import type { FastifyInstance } from "fastify";
import { readSent } from "../../json.ts";

/** Reads request bodies as JSON. An empty body counts as no body. */
export function readJsonBodies(app: FastifyInstance, read?: (text: string) => unknown): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : readSent(body as Buffer, read && { read }));
    } catch (error) {
      done(error as Error);
    }
  });
}
