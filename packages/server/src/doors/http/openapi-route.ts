import type { FastifyPluginAsync } from "fastify";
import { etagOf, unlessKnown } from "./rest/answers.ts";

/** The OpenAPI document, which describes all other endpoints. */
export const openApiRoutes = (): FastifyPluginAsync => async (app) => {
  // Bytes, which all answers share: text would be copied for each, also for clients that read none.
  let made: { bytes: Buffer; etag: string } | undefined;
  app.get(
    "/openapi.json",
    { config: { scope: "public" }, schema: { hide: true } },
    async (request, reply) => {
      if (!made) {
        const text = JSON.stringify(app.swagger());
        made = { bytes: Buffer.from(text), etag: etagOf(text) };
      }
      const answer = { type: "application/json; charset=utf-8", body: made.bytes };
      const { status = 200, type, body } = unlessKnown(made.etag, request.headers, answer);
      reply.code(status).header("etag", made.etag);
      return type === undefined ? reply.send() : reply.type(type).send(body);
    },
  );
};
