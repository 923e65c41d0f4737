import type { FastifyPluginAsync } from "fastify";
import type { Parts, Routes } from "../parts.ts";
import { streamRoutes } from "../stream/route.ts";
import { authRoutes } from "./auth.ts";
import { botWaitRoutes } from "./bot-wait.ts";
import { botRoutes } from "./bots.ts";
import { customBotRoutes } from "./custom-bots.ts";
import { eventRoutes } from "./events.ts";
import { healthRoutes } from "./health.ts";
import { keyRoutes } from "./keys.ts";
import { logRoutes } from "./logs.ts";
import { metricRoutes } from "./metrics.ts";
import { openApiRoutes } from "./openapi.ts";
import { queryRoutes } from "./query.ts";
import { runRoutes } from "./runs.ts";
import { stateRoutes } from "./state.ts";
import { uploadRoutes } from "./uploads.ts";

const api: Routes[] = [
  authRoutes,
  keyRoutes,
  customBotRoutes,
  uploadRoutes,
  botRoutes,
  botWaitRoutes,
  runRoutes,
  logRoutes,
  metricRoutes,
  stateRoutes,
  eventRoutes,
  queryRoutes,
  streamRoutes,
];

export const apiRoutes = (parts: Parts): FastifyPluginAsync => all(api, parts);
export const rootRoutes = (parts: Parts): FastifyPluginAsync => all([healthRoutes, openApiRoutes], parts);

function all(routes: Routes[], parts: Parts): FastifyPluginAsync {
  return async (app) => {
    for (const route of routes) await app.register(route(parts));
  };
}
