import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { PlatformError } from "../../errors/platform-error.ts";
import { Health } from "../../operations/documents/key.ts";
import { Exactly } from "../../operations/documents/named.ts";
import { refusals } from "../../operations/documents/problem.ts";
import { checkStoreAnswers } from "../../operations/store-answers.ts";
import type { HttpParts } from "./parts.ts";
import { healthOf, readinessOf } from "./probes.ts";

/** Liveness and readiness probes. */
export const healthRoutes = (parts: HttpParts): FastifyPluginAsyncTypebox => {
  return async (app) => {
    app.get(
      "/healthz",
      {
        config: { scope: "public" },
        schema: {
          operationId: "getHealth",
          summary: "Check that the platform is running, and get the isolation of bots",
          description: "Answers while the process lives, also if no bot can be started. Requires no key.",
          tags: ["platform"],
          security: [],
          response: { 200: Health, ...refusals },
        },
      },
      async () => healthOf(parts),
    );

    app.get(
      "/readyz",
      {
        config: { scope: "public" },
        schema: {
          operationId: "getReadiness",
          summary: "Check that the platform can start bots",
          description:
            "Otherwise 503: `store_unavailable` if the database cannot be read, `disk_low` while new data are refused, " +
            "`data_dir_copied` if the data folder is a copy, `isolation_unavailable` while no bot can be started. `detail` gives the reason.",
          tags: ["platform"],
          security: [],
          response: { 200: Exactly({ status: Type.Literal("ready") }), ...refusals },
        },
      },
      async () => {
        await checkStoreAnswers(parts);
        if (parts.space.isLow) throw new PlatformError("disk_low");
        return readinessOf(parts);
      },
    );
  };
};
