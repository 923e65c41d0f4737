import { Type } from "typebox";
import { actor } from "./actor.ts";
import { botStatuses } from "./bot.ts";
import { BotId, RunId } from "./forms.ts";
import { Exactly, named, nextCursor, Page, Time } from "./named.ts";

export const levels = ["trace", "debug", "info", "warn", "error", "fatal"] as const;
export const streams = ["stdout", "stderr", "system"] as const;

const logRecord = Exactly({
  seq: Type.Integer({ description: "Sequence number, consecutive per bot and never reused." }),
  time: Time("Time that the bot wrote in the line, or else the time at which the platform read it."),
  ingested_at: Time("Time at which the platform stored it."),
  bot_id: BotId(),
  run_id: Type.Optional(RunId()),
  stream: Type.Enum([...streams]),
  level: Type.Enum([...levels]),
  message: Type.String({ description: "Message with secrets masked." }),
  fields: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  truncated: Type.Optional(Type.Literal(true)),
  dropped_before: Type.Optional(
    Type.Integer({ description: "Number of log lines dropped directly before this one." }),
  ),
  dropped_metrics: Type.Optional(
    Type.Integer({ description: "Number of dropped metrics that this record reports." }),
  ),
});
export const LogList = named(
  "LogList",
  Exactly({
    items: Type.Array(named("LogRecord", logRecord), { description: "In order of `seq`." }),
    first_seq: Type.Optional(Type.Integer({ description: "`seq` of the first item." })),
    last_seq: Type.Optional(
      Type.Integer({ description: "`seq` of the last item; pass it as `after` to read on." }),
    ),
    next_cursor: Type.Optional(
      Type.String({ description: "Cursor of the next page, which may be empty; absent on the last page." }),
    ),
  }),
);

const count = Type.Integer({ minimum: 0 });
const summary = Exactly({
  bot_id: BotId(),
  from: Time("Start of the time window."),
  to: Time("End of the time window."),
  total: count,
  by_level: Exactly({ trace: count, debug: count, info: count, warn: count, error: count, fatal: count }),
  first_at: Type.Optional(Time("Time of the first line.")),
  last_at: Type.Optional(Time("Time of the last line.")),
  top_errors: Type.Array(
    Exactly({ message: Type.String(), count, last_at: Time("Time of the last occurrence.") }),
  ),
  runs: Exactly({ total: count, success: count, error: count }),
  dropped: Type.Integer({ description: "Number of dropped log lines." }),
  dropped_metrics: Type.Integer({ description: "Number of dropped metrics." }),
});
export const LogSummaryDocument = named("LogSummary", summary);

const droppedMetrics = Type.Integer({
  minimum: 0,
  description: "Number of dropped metrics of this bot, of all types and times; its log shows which.",
});

const metric = Exactly({
  seq: Type.Integer(),
  time: Time("Time at which the bot emitted it."),
  bot_id: BotId(),
  type: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
  run_id: Type.Optional(RunId()),
});
export const MetricDocument = named("Metric", metric);
export const MetricListDocument = named(
  "MetricList",
  Exactly({
    items: Type.Array(MetricDocument, { description: "In order of time." }),
    downsampled: Type.Boolean({ description: "Whether metrics were left out; minima and maxima are kept." }),
    total: count,
    events_left_out: Type.Optional(
      Type.Array(
        Exactly({ from: Time("Start of the interval."), to: Time("End of the interval, excluded."), count }),
        {
          description:
            "Number of signals, trades and metrics without a number that were left out, by intervals; absent if none were.",
        },
      ),
    ),
    last_seq: Type.Integer({
      minimum: 0,
      description:
        "Highest `seq` of the bot's metrics, of all types and times, when they were read; 0 if it has none. The stream continues after it.",
    }),
    dropped: droppedMetrics,
  }),
);
export const MetricPageDocument = named("MetricSeriesPage", Page(MetricDocument));
export const LatestMetrics = named(
  "LatestMetrics",
  Exactly({
    items: Type.Array(MetricDocument, { description: "Latest metric of each type, in order of the types." }),
    dropped: droppedMetrics,
    next_cursor: nextCursor,
  }),
);

const statusEvent = Exactly({
  seq: Type.Integer(),
  time: Time("Time of the change."),
  bot_id: BotId(),
  status: Type.Enum([...botStatuses, "deleted"]),
  reason: Type.Optional(Type.String()),
  detail: Type.Optional(Type.String()),
  revision: Type.Optional(
    Type.Integer({ description: "Revision of the settings that it applies to; old events do not have it." }),
  ),
  actor: Type.Optional(actor("Whose request led to it; absent if the platform did it by itself.")),
});
export const StatusEvents = named("StatusEventPage", Page(named("StatusEvent", statusEvent)));
