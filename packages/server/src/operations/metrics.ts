import { Type } from "typebox";
import { Exactly, Time } from "./documents/named.ts";
import { LatestMetrics, MetricListDocument } from "./documents/records.ts";
import { readTime } from "./moment.ts";
import { type Operation, operation } from "./operation.ts";

const tag = "metrics";

/** Metrics of bots. */
export const metrics = {
  listMetrics: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "List a bot's metrics in order of time, downsampled beyond `max_points`",
    input: Exactly({
      bot_id: Type.String(),
      type: Type.Optional(Type.String({ description: "Only metrics of this type." })),
      from: Type.Optional(Time("Only metrics from this time on.")),
      to: Type.Optional(Time("Only metrics up to this time.")),
      after: Type.Optional(Type.Integer({ minimum: 0, description: "Only metrics with a higher `seq`." })),
      max_points: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 2000 })),
    }),
    output: MetricListDocument,
    async run({ bots, records }, call, { bot_id, max_points = 2000, from, to, ...filter }) {
      await bots.seen(call, bot_id);
      const start = readTime(from, "from");
      const end = readTime(to, "to");
      const found = await records.listMetrics(bot_id, {
        ...filter,
        ...(start !== undefined && { from: start.toISOString() }),
        ...(end !== undefined && { to: end.toISOString() }),
        max_points,
      });
      return { ...found, dropped: (await records.droppedOf(bot_id)).metrics };
    },
  }),

  listLatestMetrics: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "List the latest metric of each type",
    input: Exactly({ bot_id: Type.String() }),
    output: LatestMetrics,
    async run({ bots, records }, call, { bot_id }) {
      await bots.seen(call, bot_id);
      const { metrics: dropped } = await records.droppedOf(bot_id);
      return { items: await records.latestMetrics(bot_id), dropped };
    },
  }),
} satisfies Record<string, Operation>;
