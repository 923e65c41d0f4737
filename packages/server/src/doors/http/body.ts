import type { FastifyInstance } from "fastify";
import { formType, readForm } from "../../forms.ts";
import { readSent } from "../../json.ts";

const formBytes = 8 * 1024;

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

/** Reads request bodies that are forms. */
export function readFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser(formType, { parseAs: "buffer", bodyLimit: formBytes }, (_request, body, done) => {
    try {
      done(null, readForm(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}
