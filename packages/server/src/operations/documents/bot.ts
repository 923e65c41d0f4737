import {
  botSettings,
  type GivenSettings,
  type SettingChanges,
  type SettingRow,
  schemaOfSetting,
  settingNames,
  settingRow,
} from "@botyard/manifest";
import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from "typebox";
import { actor } from "./actor.ts";
import { BotId, BotType, RunId, Version } from "./forms.ts";
import { Exactly, named, nextCursor, Page, Time } from "./named.ts";

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

type Schemas<Values> = {
  [Name in keyof Values]-?: undefined extends Values[Name]
    ? TOptional<TUnsafe<Exclude<Values[Name], undefined>>>
    : TUnsafe<Values[Name]>;
};

/** Returns a schema for each setting, by its name. */
export const schemasOf = (schemaFor: (row: SettingRow) => TSchema) =>
  Object.fromEntries(settingNames.map((name) => [name, schemaFor(settingRow(name))]));
const schemaOf = (row: SettingRow) => Type.Unsafe(schemaOfSetting(row));
const isOptional = ({ isRequired, only }: SettingRow) => !isRequired || only !== undefined;

const given = schemasOf((row) =>
  isOptional(row) ? Type.Optional(schemaOf(row)) : schemaOf(row),
) as unknown as Schemas<GivenSettings>;
const changes = schemasOf((row) =>
  Type.Optional(row.isRequired ? schemaOf(row) : Type.Union([schemaOf(row), Type.Null()])),
) as unknown as Schemas<SettingChanges>;
const { name, ...withoutName } = given;
const { version: _version, config: _config, ...others } = withoutName;
/** As stored, without the name. */
const shown = {
  version: Version("Version that `version_spec` was resolved to."),
  version_spec: Type.String({ description: botSettings.version.description }),
  ...others,
  config: Type.Record(Type.String(), Type.Unknown(), {
    description: "Includes the schema's defaults; secrets are shown as `********`.",
  }),
};

/** The fields of an instance configuration. Their values are validated against the custom bot. */
export const InstanceConfig = Exactly({
  name,
  type: Type.String({ description: "`realtime/<custom bot>` or `scheduled/<custom bot>`." }),
  ...withoutName,
});

export const BotPatch = Exactly(changes, { minProperties: 1 });

const bot = Exactly({
  bot_id: BotId(),
  name,
  owner: Type.Optional(Type.String({ description: "Name of the user that it belongs to; shown to admins." })),
  type: BotType("`<model>/<custom bot>`."),
  custom_bot: Type.String(),
  ...shown,
  desired: Type.Enum(["running", "stopped", "deleted"], { description: "Desired state, set by the user." }),
  status: Type.Enum([...botStatuses]),
  reason: Type.Optional(
    Type.Enum([
      "crash_loop",
      "package_corrupt",
      "start_error",
      "isolation_unavailable",
      "secret_unavailable",
      "quota_exceeded",
    ]),
  ),
  detail: Type.Optional(Type.String()),
  revision: Type.Integer({ description: "Incremented by every change of the settings; also the ETag." }),
  changed: Type.Optional(
    Type.Boolean({
      description:
        "In the answer to a patch or a rollback: false if the bot had these settings already, so that there is no new revision.",
    }),
  ),
  running_revision: Type.Optional(
    Type.Integer({ description: "Revision that its process was started with; absent without a process." }),
  ),
  restarts: Type.Integer(),
  retry: Type.Optional(
    Exactly(
      {
        at: Time("Time of the next start."),
        attempts_left: Type.Optional(
          Type.Integer({
            minimum: 0,
            description: "Number of starts until the platform gives up; absent if it does not.",
          }),
        ),
        revision: Type.Optional(Type.Integer({ description: "Revision that the starts are made with." })),
      },
      { description: "Present in status `backing_off` if the platform starts the bot again." },
    ),
  ),
  created_at: Time("Time of creation."),
  updated_at: Time("Time of the last change by the user."),
  started_at: Type.Optional(Time("Time of the last start of its process.")),
  next_tick_at: Type.Optional(Time("Time of the next tick.")),
  last_run: Type.Optional(
    Exactly({
      id: RunId(),
      status: Type.Enum([...runStatuses]),
      tick: Type.Optional(Time("Time of the tick.")),
      finished_at: Type.Optional(Time("Time at which the run ended.")),
    }),
  ),
  has_queries: Type.Boolean(),
  dropped: Exactly(
    {
      metrics: Type.Integer({ minimum: 0 }),
      log_lines: Type.Integer({ minimum: 0 }),
      last_at: Type.Optional(Time("Time of the last dropped record.")),
    },
    { description: "Output of the bot that has been dropped since its creation; its log shows where." },
  ),
});

export type BotView = Static<typeof bot>;
export const BotDocument = named("Bot", bot);
export const BotPage = named("BotPage", Page(BotDocument));

const revision = Exactly({
  revision: Type.Integer(),
  created_at: Time("Time of the change."),
  actor: Type.Optional(actor("Who saved it; absent in revisions that are older than this field.")),
  name,
  ...shown,
});
export const RevisionPage = named("RevisionPage", Page(named("Revision", revision)));

const dryRun = Exactly({
  dry_run: Type.Literal(true),
  name,
  ...shown,
  changed: Type.Optional(
    Type.Boolean({
      description: "Whether a change would make a new revision; absent when creating a bot.",
    }),
  ),
  next_ticks: Type.Optional(Type.Array(Time("Time at which the bot would run."))),
});
export const DryRun = named("DryRun", dryRun);

const run = Exactly({
  id: RunId(),
  bot_id: BotId(),
  tick: Type.Optional(Time("Time of the tick; absent for a run by hand.")),
  scheduled_at: Time("Value of SCHEDULED_AT in the run's environment."),
  status: Type.Enum([...runStatuses]),
  ended_by: Type.Optional(
    Type.Enum(["cancel", "time_limit"], {
      description: "Why the platform ended the run; absent if its process ended by itself.",
    }),
  ),
  detail: Type.Optional(Type.String()),
  late_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: "Of a missed tick: how late it was when it was given up, in seconds, rounded up.",
    }),
  ),
  start_deadline_seconds: Type.Optional(
    Type.Integer({ description: "Of a missed tick: the bot's start deadline at that time, in seconds." }),
  ),
  version: Version(),
  revision: Type.Integer(),
  queued_at: Time("Time at which the run was queued."),
  trace_id: Type.Optional(
    Type.String({
      description:
        "Trace that the run belongs to: that of the request, or a new one; absent if it never starts.",
    }),
  ),
  traceparent: Type.Optional(Type.String({ description: "Value of TRACEPARENT in the run's environment." })),
  tracestate: Type.Optional(Type.String({ description: "Value of TRACESTATE in the run's environment." })),
  started_at: Type.Optional(Time("Time at which its process was started.")),
  finished_at: Type.Optional(Time("Time at which the run ended.")),
  exit_code: Type.Optional(Type.Integer()),
  signal: Type.Optional(Type.String()),
  result: Type.Optional(Type.Unknown({ description: "Result that the bot reported; any JSON value." })),
  logs: Type.Optional(Exactly({ from: Type.Integer(), to: Type.Integer() })),
});

export const RunDocument = named("Run", run);
export const RunPage = named("RunPage", Page(RunDocument));
export const Ticks = named(
  "Ticks",
  Exactly({
    items: Type.Array(RunDocument, { description: "Runs of the ticks in the time window, in order." }),
    next_ticks: Type.Array(Time("Time of a future tick.")),
    next_cursor: nextCursor,
  }),
);
