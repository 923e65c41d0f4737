import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import type { Format } from "../../measures/bot-measures.ts";
import { BotScrapes } from "../../measures/bot-scrapes.ts";
import { ownerOf } from "../../operations/administration.ts";
import { Exactly } from "../../operations/documents/named.ts";
import { refusals } from "../../operations/documents/problem.ts";
import { userFilter } from "../../operations/documents/user.ts";
import { callOf } from "./call.ts";
import type { HttpParts } from "./parts.ts";

/** Metrics of bots, for Prometheus. */
export const botMetricsRoute = (parts: HttpParts): FastifyPluginAsyncTypebox => {
  const scrapes = new BotScrapes(parts.watch, parts.engine, parts.settings);
  return async (app) => {
    app.get(
      "/metrics/bots",
      {
        config: { scope: "read" },
        schema: {
          operationId: "getBotMetrics",
          summary: "Get the state and the latest metrics of bots for Prometheus",
          description:
            "Of the caller's bots, or, for admins, of those of others, with the label `user`. In OpenMetrics if the header Accept prefers it.",
          tags: ["metrics"],
          produces: ["text/plain", "application/openmetrics-text"],
          querystring: Exactly({ user: Type.Optional(userFilter) }),
          response: { 200: Type.String({ description: "Text format of Prometheus." }), ...refusals },
        },
      },
      async (request, reply) => {
        const call = callOf(parts, request, reply);
        const { type, text } = await scrapes.take({
          ownerId: await ownerOf(parts, call, request.query.user),
          ...(call.administers && { nameOf: (id: string) => parts.users.nameOf(id) }),
          format: formatOf(request.headers.accept),
          gone: call.gone,
        });
        return reply.type(type).send(text);
      },
    );
  };
};

/** Returns the format that a client prefers, of equal ones the text format. */
function formatOf(accept = ""): Format {
  const quality = (type: string) =>
    Math.max(
      0,
      ...accept
        .split(",")
        .map((range) => range.split(";").map((part) => part.trim().toLowerCase()))
        .filter(
          ([name, ...rest]) => name === type && !rest.some((part) => /^version=(?!1\.|0\.0\.4)/.test(part)),
        )
        .map(([, ...rest]) => Number(rest.find((part) => part.startsWith("q="))?.slice(2) ?? 1) || 0),
    );
  return quality("application/openmetrics-text") > quality("text/plain") ? "openmetrics" : "text";
}
