import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { droppedOf } from "../../store/dropped.ts";
import { latestMetrics, listMetrics } from "../../store/metrics.ts";
import { readTime } from "../moment.ts";
import type { Parts } from "../parts.ts";
import { Exactly, Time } from "../schemas/named.ts";
import { refusals } from "../schemas/problem.ts";
import { LatestMetrics, MetricListDocument } from "../schemas/records.ts";
import { metricView } from "../views/records.ts";

const tags = ["metrics"];
const params = Type.Object({ id: Type.String() });

/** Metrics of bots. */
export const metricRoutes =
  ({ bots, store }: Parts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      "/bots/:id/metrics",
      {
        config: { scope: "read" },
        schema: {
          operationId: "listMetrics",
          summary: "List a bot's metrics in order of time, downsampled beyond `max_points`",
          tags,
          params,
          querystring: Exactly({
            type: Type.Optional(Type.String({ description: "Only metrics of this type." })),
            from: Type.Optional(Time("Only metrics from this time on.")),
            to: Type.Optional(Time("Only metrics up to this time.")),
            after: Type.Optional(
              Type.Integer({ minimum: 0, description: "Only metrics with a higher `seq`." }),
            ),
            max_points: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 2000 })),
          }),
          response: { 200: MetricListDocument, ...refusals },
        },
      },
      async ({ params, query, caller }) => {
        const bot = await bots.get(caller.user_id, params.id);
        const from = readTime(query.from, "from");
        const to = readTime(query.to, "to");
        const { items, downsampled, total } = await listMetrics(store, bot.bot_id, {
          ...(query.type !== undefined && { type: query.type }),
          ...(from !== undefined && { from: from.toISOString() }),
          ...(to !== undefined && { to: to.toISOString() }),
          ...(query.after !== undefined && { after: query.after }),
          max_points: query.max_points ?? 2000,
        });
        const { metrics: dropped } = await droppedOf(store, bot.bot_id);
        return { items: items.map(metricView), downsampled, total, dropped };
      },
    );

    app.get(
      "/bots/:id/metrics/latest",
      {
        config: { scope: "read" },
        schema: {
          operationId: "listLatestMetrics",
          summary: "List the latest metric of each type",
          tags,
          params,
          response: { 200: LatestMetrics, ...refusals },
        },
      },
      async ({ params, caller }) => {
        const bot = await bots.get(caller.user_id, params.id);
        const { metrics: dropped } = await droppedOf(store, bot.bot_id);
        return { items: (await latestMetrics(store, bot.bot_id)).map(metricView), dropped };
      },
    );
  };
