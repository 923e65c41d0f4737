import type { FastifyPluginAsync } from "fastify";
import { Type } from "typebox";
import { refusals } from "../../operations/documents/problem.ts";
import { healthOf } from "../../operations/system.ts";
import { requireRole } from "../../users/caller.ts";
import type { HttpParts } from "./parts.ts";

const contentType = "text/plain; version=0.0.4; charset=utf-8";

/** Metrics of the platform itself, for Prometheus. */
export const metricsRoute =
  (parts: HttpParts): FastifyPluginAsync =>
  async (app) => {
    const isPublic = parts.settings.metricsAccess === "public";
    app.get(
      "/metrics",
      {
        config: { scope: isPublic ? "public" : "read" },
        schema: {
          operationId: "getPlatformMetrics",
          summary: "Get metrics of the platform for Prometheus",
          description:
            "Requires a key with the scope `read` of an admin, unless PLATFORM_METRICS_ACCESS is `public`.",
          tags: ["platform"],
          produces: ["text/plain"],
          response: { 200: Type.String({ description: "Text format of Prometheus." }), ...refusals },
        },
      },
      async (request, reply) => {
        if (!isPublic) requireRole(request.caller);
        const health = await healthOf(parts);
        return reply.type(contentType).send(await parts.measures.text(parts.space, health, parts.engine));
      },
    );
  };
