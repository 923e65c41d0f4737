import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { Health } from "../../operations/documents/key.ts";
import { Exactly } from "../../operations/documents/named.ts";
import { refusals } from "../../operations/documents/problem.ts";
import type { HttpParts } from "./parts.ts";
import { healthOf, readinessOf } from "./probes.ts";

/** Liveness and readiness probes. */
export const healthRoutes = (parts: HttpParts): FastifyPluginAsyncTypebox => {
  const startedAt = parts.clock.now().getTime();
  return async (app) => {
    app.get(
      "/healthz",
      {
        config: { scope: "public" },
        schema: {
          operationId: "getHealth",
          summary: "Check that the platform is running, and get the isolation of bots",
          tags: ["platform"],
          security: [],
          response: { 200: Health, ...refusals },
        },
      },
      async () => healthOf(parts, startedAt),
    );

    app.get(
      "/readyz",
      {
        config: { scope: "public" },
        schema: {
          operationId: "getReadiness",
          summary: "Check that the platform can start bots",
          description: "503 `isolation_unavailable` while no bot can be started; `detail` gives the reason.",
          tags: ["platform"],
          security: [],
          response: { 200: Exactly({ status: Type.Literal("ready") }), ...refusals },
        },
      },
      async () => readinessOf(parts),
    );
  };
};
