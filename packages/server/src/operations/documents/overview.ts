import { Type } from "typebox";
import { mostErrors, mostPoints } from "../../selection/overview.ts";
import { runStatuses } from "./bot.ts";
import { BotId, RunId } from "./forms.ts";
import { Exactly, named, nextCursor, Time } from "./named.ts";

export const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

const text = orNull(Type.String());
const number = orNull(Type.Number());

const point = Type.Unsafe<[time: string, value: number]>({
  type: "array",
  prefixItems: [Time("When it was emitted."), Type.Number()],
  items: {},
  minItems: 2,
  maxItems: 2,
});

const overview = Exactly({
  bot_id: BotId(),
  errors_24h: Type.Integer({
    minimum: 0,
    maximum: mostErrors,
    description: `Log lines of level error or fatal of the last 24 hours, counted up to ${mostErrors}.`,
  }),
  last_signal: orNull(
    Exactly(
      {
        time: Time("Time of the signal."),
        action: text,
        symbol: text,
        reason: text,
        confidence: number,
        price: number,
      },
      { description: "Last metric of type `signal`." },
    ),
  ),
  sparkline: orNull(
    Exactly(
      {
        metric_type: Type.String(),
        field: Type.String(),
        symbol: text,
        points: Type.Array(point, {
          description: `Time and value, oldest first; at most ${mostPoints} samples of the last 24 hours.`,
        }),
      },
      { description: "The most telling number of the last metrics: a price, otherwise a value." },
    ),
  ),
  last_run: orNull(
    Exactly({
      run_id: RunId(),
      status: Type.Enum([...runStatuses]),
      finished_at: orNull(Time("Time at which the run ended.")),
    }),
  ),
});

export const BotOverviews = named(
  "BotOverviewPage",
  Exactly({ overviews: Type.Array(named("BotOverview", overview)), next_cursor: nextCursor }),
);
