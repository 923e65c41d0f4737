import { type Static, Type } from "typebox";
import { Exactly, named, Page, Time } from "./named.ts";

export const botStatuses = [
  "pending",
  "starting",
  "running",
  "idle",
  "backing_off",
  "stopping",
  "stopped",
  "failed",
] as const;

export const runStatuses = [
  "queued",
  "running",
  "success",
  "error",
  "timed_out",
  "canceled",
  "skipped",
  "missed",
  "lost",
] as const;

const Config = Type.Record(Type.String(), Type.Unknown());

/** The fields of an instance configuration; what they may hold is checked with the custom bot at hand. */
export const InstanceConfig = Exactly({
  name: Type.String({ description: "Unique among the user's bots." }),
  type: Type.String({ description: "`realtime/<custom bot>` or `scheduled/<custom bot>`." }),
  version: Type.String({ description: "Exact, a range or `latest`; resolved once." }),
  schedule: Type.Optional(Type.String({ description: "Cron, five fields; scheduled bots only." })),
  timezone: Type.Optional(Type.String({ description: "IANA name; default `UTC`." })),
  catch_up: Type.Optional(Type.Enum(["none", "last"])),
  timeout_seconds: Type.Optional(Type.Integer({ minimum: 1, description: "What one run may take." })),
  config: Config,
});

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

export const BotPatch = Exactly(
  {
    name: Type.Optional(Type.String()),
    version: Type.Optional(Type.String()),
    schedule: Type.Optional(Type.String()),
    timezone: nullable(Type.String()),
    catch_up: nullable(Type.Enum(["none", "last"])),
    timeout_seconds: nullable(Type.Integer({ minimum: 1 })),
    config: Type.Optional(Config),
  },
  { minProperties: 1 },
);

const bot = Exactly({
  bot_id: Type.String(),
  name: Type.String(),
  type: Type.String({ description: "`<model>/<custom bot>`." }),
  custom_bot: Type.String(),
  version: Type.String({ description: "What `version_spec` was resolved to." }),
  version_spec: Type.String(),
  schedule: Type.Optional(Type.String()),
  timezone: Type.Optional(Type.String()),
  catch_up: Type.Optional(Type.Enum(["none", "last"])),
  timeout_seconds: Type.Optional(Type.Integer()),
  config: Type.Record(Type.String(), Type.Unknown(), {
    description: "With the schema's defaults; secrets are shown as `********`.",
  }),
  desired: Type.Enum(["running", "stopped", "deleted"], { description: "What the user asked for." }),
  status: Type.Enum([...botStatuses]),
  reason: Type.Optional(Type.Enum(["crash_loop", "package_corrupt", "start_error", "isolation_unavailable"])),
  detail: Type.Optional(Type.String()),
  revision: Type.Integer({ description: "Raised by every patch; also the ETag." }),
  restarts: Type.Integer(),
  created_at: Time("When it was created."),
  updated_at: Time("When its user last changed it."),
  started_at: Type.Optional(Time("When its process was last started.")),
  next_tick_at: Type.Optional(Time("When it will run next.")),
  last_run: Type.Optional(
    Exactly({
      id: Type.String(),
      status: Type.Enum([...runStatuses]),
      tick: Type.Optional(Time("The tick.")),
      finished_at: Type.Optional(Time("When it ended.")),
    }),
  ),
  has_queries: Type.Boolean(),
  dropped: Exactly(
    {
      metrics: Type.Integer({ minimum: 0 }),
      log_lines: Type.Integer({ minimum: 0 }),
      last_at: Type.Optional(Time("When something was last dropped.")),
    },
    { description: "What of its output was not kept, since it was created; its log says where." },
  ),
});

export type BotView = Static<typeof bot>;
export const BotDocument = named("Bot", bot);
export const BotPage = named("BotPage", Page(BotDocument));

const dryRun = Exactly({
  dry_run: Type.Literal(true),
  version: Type.String({ description: "What the version was resolved to." }),
  config: Type.Record(Type.String(), Type.Unknown(), {
    description: "With the schema's defaults filled in.",
  }),
  next_ticks: Type.Optional(Type.Array(Time("A moment at which the bot would run."))),
});
export const DryRun = named("DryRun", dryRun);

const run = Exactly({
  id: Type.String(),
  bot_id: Type.String(),
  tick: Type.Optional(Time("The tick; absent for a run by hand.")),
  scheduled_at: Time("What the bot is told as SCHEDULED_AT."),
  status: Type.Enum([...runStatuses]),
  detail: Type.Optional(Type.String()),
  version: Type.String(),
  revision: Type.Integer(),
  queued_at: Time("When it was queued."),
  started_at: Type.Optional(Time("When its process was started.")),
  finished_at: Type.Optional(Time("When it ended.")),
  exit_code: Type.Optional(Type.Integer()),
  signal: Type.Optional(Type.String()),
  result: Type.Optional(Type.Unknown({ description: "What the bot reported, any JSON value." })),
  logs: Type.Optional(Exactly({ from: Type.Integer(), to: Type.Integer() })),
});

export type RunView = Static<typeof run>;
export const RunDocument = named("Run", run);
export const RunPage = named("RunPage", Page(RunDocument));
export const Ticks = named(
  "Ticks",
  Exactly({
    items: Type.Array(RunDocument, { description: "Runs that ticks of this time caused, in order." }),
    next_ticks: Type.Array(Time("A moment to come.")),
  }),
);
