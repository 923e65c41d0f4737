import type { FastifyInstance } from "fastify";
import { PlatformError } from "../../errors.ts";

const formBytes = 8 * 1024;

/** Reads the bodies of HTML forms; no other body is accepted. */
export function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: formBytes },
    (_request, body, done) => {
      const fields = [...new URLSearchParams(String(body))];
      const form = Object.fromEntries(fields);
      if (Object.keys(form).length === fields.length) done(null, form);
      else done(new PlatformError("invalid_parameter", "The form has a field twice."));
    },
  );
}
