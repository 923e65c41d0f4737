import { Type } from "typebox";
import { BotId } from "./forms.ts";
import { Exactly, named, Time } from "./named.ts";
import { orNull } from "./overview.ts";

const count = Type.Integer({ minimum: 0 });
const bytes = (description: string) => orNull(Type.Integer({ minimum: 0, description }));

const kept = (description: string) =>
  Exactly(
    {
      records: count,
      used_bytes: Type.Integer({ minimum: 0, description: "Estimated." }),
      limit_bytes: count,
      kept_days: count,
    },
    { description },
  );

const usage = Exactly(
  {
    bot_id: BotId(),
    running: Type.Boolean({ description: "Whether the bot's process, or one of a run, is up." }),
    sampled_at: Time("Time of the measurement."),
    memory: Exactly({ used_bytes: bytes("Memory of all its processes."), limit_bytes: count }),
    cpu: Exactly({
      used_cores: orNull(
        Type.Number({
          minimum: 0,
          description: "Average since the last measurement, at least half a second.",
        }),
      ),
      limit_cores: Type.Number(),
    }),
    processes: Exactly({
      used: orNull(Type.Integer({ minimum: 0, description: "Processes and threads." })),
      limit: count,
    }),
    disk: Exactly({
      used_bytes: bytes("The bot's state, temporary files, and output that is not stored yet."),
      limit_bytes: bytes("`null`: there is no limit."),
    }),
    files: Exactly({
      used: orNull(Type.Integer({ minimum: 0, description: "Files and folders of the same." })),
      limit: orNull(Type.Integer({ minimum: 0, description: "`null`: there is no limit." })),
    }),
    state: Exactly({ keys: orNull(count), bytes: orNull(count) }),
    logs: kept("Stored log lines; the oldest are removed by age and by size."),
    metrics: kept("Stored metrics; the oldest are removed by age and by size."),
  },
  { description: "What a bot uses, and its limits. `null`: not known, also while the bot does not run." },
);

export const BotUsageDocument = named("BotUsage", usage);
