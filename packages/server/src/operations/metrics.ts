import { Type } from "typebox";
import { pageBytes } from "../selection/page.ts";
import { cursorOf, cursorPage, readCursor, readNumberCursor } from "./cursor.ts";
import { LatestMetrics, MetricListDocument, MetricPageDocument } from "./documents/channels.ts";
import { cursorQuery, Exactly, Time } from "./documents/named.ts";
import { readTime } from "./moment.ts";
import { type Operation, operation } from "./operation.ts";

const tag = "metrics";

const selection = {
  bot_id: Type.String(),
  type: Type.Optional(Type.String({ description: "Only metrics of this type." })),
  from: Type.Optional(Time("Only metrics from this time on, by `data.time` if it is a time.")),
  to: Type.Optional(Time("Only metrics up to this time, by `data.time` if it is a time.")),
};

/** Metrics of bots. */
export const metrics = {
  listMetrics: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "List a bot's metrics in order of time, downsampled beyond `max_points`",
    description:
      "They are also downsampled if their data is larger than 1 MiB. Signals, trades and metrics without a number are left out only if they alone are more than half of that. At least one metric of each type and symbol is kept.",
    input: Exactly({
      ...selection,
      after: Type.Optional(Type.Integer({ minimum: 0, description: "Only metrics with a higher `seq`." })),
      max_points: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 2000 })),
    }),
    output: MetricListDocument,
    async run({ bots, store }, call, { bot_id, max_points = 2000, from, to, ...filter }) {
      await bots.seen(call, bot_id);
      const start = readTime(from, "from");
      const end = readTime(to, "to");
      // Before the metrics: those that come meanwhile have a higher number, and are not missed.
      const { metrics: last_seq } = await store.lastSeqs(bot_id);
      const { events_left_out, ...found } = await store.listMetrics(bot_id, {
        ...filter,
        ...(start !== undefined && { from: start.toISOString() }),
        ...(end !== undefined && { to: end.toISOString() }),
        ...{ max_points, bytes: pageBytes },
      });
      const { metrics: dropped } = await store.droppedOf(bot_id);
      return { ...found, ...(events_left_out.length > 0 && { events_left_out }), last_seq, dropped };
    },
  }),

  listAllMetrics: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "List all metrics of a bot in order of `seq`, page by page",
    description: "None are left out. A page also ends when its data reaches 1 MiB, and it can be empty.",
    input: Exactly({
      ...selection,
      order: Type.Optional(
        Type.Enum(["oldest", "newest"], { default: "oldest", description: "Which metrics come first." }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1000, default: 1000, description: "Metrics per page." }),
      ),
      ...cursorQuery,
    }),
    output: MetricPageDocument,
    async run({ bots, store }, call, { bot_id, type, from, to, order, limit = 1000, cursor }) {
      await bots.seen(call, bot_id);
      const [start, end] = [readTime(from, "from"), readTime(to, "to")];
      const after = readNumberCursor(cursor);
      const { items, next } = await store.metricPage(bot_id, {
        ...(type !== undefined && { type }),
        ...(start !== undefined && { from: start.toISOString() }),
        ...(end !== undefined && { to: end.toISOString() }),
        ...(after !== undefined && { after }),
        ...{ newestFirst: order === "newest", limit, bytes: pageBytes },
      });
      return { items, ...(next !== undefined && { next_cursor: cursorOf(String(next)) }) };
    },
  }),

  listLatestMetrics: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "List the latest metric of each type",
    description: "A page ends when its data reaches 1 MiB.",
    input: Exactly({ bot_id: Type.String(), ...cursorQuery }),
    output: LatestMetrics,
    async run({ bots, store }, call, { bot_id, cursor }) {
      await bots.seen(call, bot_id);
      const [after] = readCursor(cursor, 1) ?? [];
      const { metrics: dropped } = await store.droppedOf(bot_id);
      const size = { ...(after !== undefined && { after }), bytes: pageBytes };
      return { ...cursorPage(await store.latestMetrics(bot_id, size), ({ type }) => [type]), dropped };
    },
  }),
} satisfies Record<string, Operation>;
