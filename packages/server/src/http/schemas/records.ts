import { type Static, Type } from "typebox";
import { botStatuses } from "./bot.ts";
import { Exactly, named, Page, Time } from "./named.ts";

export const levels = ["trace", "debug", "info", "warn", "error", "fatal"] as const;
export const streams = ["stdout", "stderr", "system"] as const;

const logRecord = Exactly({
  seq: Type.Integer({ description: "Dense per bot, never used twice." }),
  time: Time("When the bot wrote it, as far as it says so."),
  ingested_at: Time("When the platform stored it."),
  bot_id: Type.String(),
  run_id: Type.Optional(Type.String()),
  stream: Type.Enum([...streams]),
  level: Type.Enum([...levels]),
  message: Type.String({ description: "Masked." }),
  fields: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  truncated: Type.Optional(Type.Literal(true)),
  dropped_before: Type.Optional(
    Type.Integer({ description: "Log lines that were dropped just before this one." }),
  ),
  dropped_metrics: Type.Optional(
    Type.Integer({ description: "Metrics that were dropped, as this record of the platform says." }),
  ),
});
export type LogRecordView = Static<typeof logRecord>;
export const LogList = named(
  "LogList",
  Exactly({
    items: Type.Array(named("LogRecord", logRecord), { description: "In order." }),
    first_seq: Type.Optional(Type.Integer({ description: "Of the items." })),
    last_seq: Type.Optional(Type.Integer({ description: "Of the items; `after` for what comes next." })),
  }),
);

const count = Type.Integer({ minimum: 0 });
const summary = Exactly({
  bot_id: Type.String(),
  from: Time("Start of the stretch of time."),
  to: Time("Its end."),
  total: count,
  by_level: Exactly({ trace: count, debug: count, info: count, warn: count, error: count, fatal: count }),
  first_at: Type.Optional(Time("The first line.")),
  last_at: Type.Optional(Time("The last line.")),
  top_errors: Type.Array(Exactly({ message: Type.String(), count, last_at: Time("The last one.") })),
  runs: Exactly({ total: count, success: count, error: count }),
  dropped: Type.Integer({ description: "Log lines that were dropped." }),
  dropped_metrics: Type.Integer({ description: "Metrics that were dropped." }),
});
export type LogSummaryView = Static<typeof summary>;
export const LogSummaryDocument = named("LogSummary", summary);

const droppedMetrics = Type.Integer({
  minimum: 0,
  description: "Metrics of this bot that were not kept, of all types and times; its log says which.",
});

const metric = Exactly({
  seq: Type.Integer(),
  time: Time("When the bot emitted it."),
  type: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
  run_id: Type.Optional(Type.String()),
});
export type MetricView = Static<typeof metric>;
export const MetricDocument = named("Metric", metric);
export const MetricListDocument = named(
  "MetricList",
  Exactly({
    items: Type.Array(MetricDocument, { description: "In order of time." }),
    downsampled: Type.Boolean({ description: "Some were left out; lows and highs stay." }),
    total: count,
    dropped: droppedMetrics,
  }),
);
export const LatestMetrics = named(
  "LatestMetrics",
  Exactly({
    items: Type.Array(MetricDocument, { description: "The latest of each type." }),
    dropped: droppedMetrics,
  }),
);

const statusEvent = Exactly({
  seq: Type.Integer(),
  time: Time("When it happened."),
  bot_id: Type.String(),
  status: Type.Enum([...botStatuses, "deleted"]),
  reason: Type.Optional(Type.String()),
  detail: Type.Optional(Type.String()),
});
export type StatusEventView = Static<typeof statusEvent>;
export const StatusEvents = named("StatusEventPage", Page(named("StatusEvent", statusEvent)));

export const StateKeys = named(
  "StateKeys",
  Page(Exactly({ key: Type.String(), bytes: count, updated_at: Time("When it was last set.") })),
);
