import type { SettingRow, ValueOf } from "./row.ts";

/** Maximum of settings in seconds. */
export const longestSeconds = 86_400;

/**
 * The settings that a user gives a bot, in the order in which they are shown. Requests and answers, the columns of the
 * store, revisions, the tools, the options of the command line and the forms of the dashboard follow from this table.
 * `docs/how-to/add-an-operation.md` says what else a new setting needs.
 */
export const botSettings = {
  name: {
    kind: "text",
    title: "Name",
    description: "Unique among the user's bots.",
    isRequired: true,
  },
  version: {
    kind: "text",
    title: "Version",
    description: "Exact version, range or `latest`; resolved when it is set.",
    isRequired: true,
    replaces: true,
  },
  schedule: {
    kind: "text",
    title: "Schedule",
    description: "Five-field cron expression; required for scheduled bots, not allowed for realtime bots.",
    isRequired: true,
    only: "scheduled",
    example: "30 9 * * MON-FRI",
  },
  timezone: {
    kind: "text",
    title: "Time zone",
    description: "IANA name of the schedule's time zone (default: `UTC`).",
    only: "scheduled",
    example: "America/New_York",
  },
  catch_up: {
    kind: "choice",
    title: "Missed ticks",
    description: "Whether the last missed tick is run, or none (default: `none`).",
    only: "scheduled",
    words: { none: "recorded as missed", last: "the last one is run" },
    default: "none",
  },
  start_deadline_seconds: {
    kind: "seconds",
    title: "Start deadline",
    description: "How late a tick may start, in seconds, before it is missed (default: 60).",
    only: "scheduled",
    maximum: longestSeconds,
    default: 60,
    example: 60,
  },
  timeout_seconds: {
    kind: "seconds",
    title: "Time limit of a run",
    description: "Longest duration of one run, in seconds (default: the platform's).",
    only: "scheduled",
    maximum: longestSeconds,
    default: "platform",
    example: 300,
  },
  network: {
    kind: "network",
    title: "Network",
    description:
      "What the bot may connect to; may only narrow what its custom bot asks for (default: what the custom bot asks for).",
    replaces: true,
  },
  resources: {
    kind: "resources",
    title: "Resources",
    description:
      "What the bot may use of memory, processors, processes and disk space, up to the platform's maximum (default: the platform's).",
    replaces: true,
  },
  labels: {
    kind: "labels",
    title: "Labels",
    description: "At most 16 short texts by which bots are grouped and listed.",
  },
  config: {
    kind: "config",
    title: "Config",
    description: "What the bot gets as its config; checked against the schema of its version.",
    isRequired: true,
    replaces: true,
  },
} as const satisfies Record<string, SettingRow>;

type Table = typeof botSettings;
export type SettingName = keyof Table;
type Value<Name extends SettingName> = ValueOf<Table[Name]>;
/** The names of the settings whose row has this part. */
export type NamesWith<Part> = { [Name in SettingName]: Table[Name] extends Part ? Name : never }[SettingName];
type Required = Exclude<NamesWith<{ isRequired: true }>, NamesWith<{ only: string }>>;
type Defaulted = NamesWith<{ default: unknown }>;

type Only<Names extends SettingName> = { [Name in Names]: Value<Name> };
/** The settings as a user gives them. */
export type GivenSettings = Only<Required> & Partial<Only<Exclude<SettingName, Required>>>;
/** The settings with their defaults. */
export type SettledSettings = Only<Required | Defaulted> &
  Partial<Only<Exclude<SettingName, Required | Defaulted>>>;
/** Changes of settings; `null` resets one to its default. */
export type SettingChanges = {
  [Name in SettingName]?: Name extends NamesWith<{ isRequired: true }> ? Value<Name> : Value<Name> | null;
};

export const settingNames = Object.keys(botSettings) as SettingName[];

/** Returns the row of a setting, without its literal types. */
export const settingRow = (name: SettingName): SettingRow => botSettings[name];

/** Returns the settings that bots of an execution model have. */
export const settingsFor = (model: string): SettingName[] =>
  settingNames.filter((name) => settingRow(name).only === undefined || settingRow(name).only === model);
