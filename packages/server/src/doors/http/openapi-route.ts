import type { FastifyPluginAsync } from "fastify";

/** The OpenAPI document, which describes all other endpoints. */
export const openApiRoutes = (): FastifyPluginAsync => async (app) => {
  app.get("/openapi.json", { config: { scope: "public" }, schema: { hide: true } }, async (_request, reply) =>
    reply.type("application/json").send(JSON.stringify(app.swagger())),
  );
};
