import type { Bot, BotUsage } from "@botyard/client";
import { labelsText, type SettingName, settingNames, settingRow } from "@botyard/manifest/settings";
import type { Context } from "../context.ts";
import { counted } from "../output/counted.ts";
import { facts } from "../output/table.ts";
import { local, relative } from "../output/times.ts";
import { diskText, keptText, limitsText, usageText } from "./usage-text.ts";

/** The fields of a bot's JSON document, for the help of commands that print one. */
export const botFields: readonly string[] = [
  ...["bot_id", "name", "owner", "type", "custom_bot", "version_spec"],
  ...settingNames.filter((name) => name !== "name"),
  ...[
    "desired",
    "status",
    "reason",
    "detail",
    "revision",
    "changed",
    "running_revision",
    "restarts",
    "retry",
  ],
  ...["created_at", "updated_at", "started_at", "next_tick_at", "last_run", "has_queries", "dropped"],
];

/** Formats a time: relative on a terminal, RFC 3339 in a pipe. */
export function when(context: Context, time: string | undefined): string {
  if (time === undefined) return "";
  return context.stdout.isTTY ? relative(time, context.clock.now()) : time;
}

/** Formats a time outside a table: also with its date and offset on a terminal, RFC 3339 in a pipe. */
export function whenExactly(context: Context, time: string | undefined): string {
  if (time === undefined) return "";
  return context.stdout.isTTY ? `${when(context, time)} (${local(time)})` : time;
}

/** Formats the time of a record: of this machine's time zone on a terminal, RFC 3339 in a pipe. */
export function clockTime(context: Context, time: string): string {
  return context.stdout.isTTY ? local(time, "ms") : time;
}

const shades: Record<string, "green" | "yellow" | "red" | "dim"> = {
  running: "green",
  idle: "green",
  success: "green",
  failed: "red",
  error: "red",
  timed_out: "red",
  lost: "red",
  backing_off: "yellow",
  missed: "yellow",
  skipped: "yellow",
  stopped: "dim",
  canceled: "dim",
};

export function statusCell(
  context: Context,
  status: string,
): { text: string; paint: (text: string) => string } {
  const shade = shades[status];
  return { text: status, paint: shade ? context.style[shade] : String };
}

/** Formats all fields of one bot. */
export function botText(context: Context, bot: Bot, usage?: BotUsage): string {
  const { style } = context;
  return facts(
    [
      ["bot_id", bot.bot_id],
      ["name", bot.name],
      ["status", bot.reason ? `${bot.status} (${bot.reason})` : bot.status],
      ["detail", bot.detail],
      ["next try", bot.retry && retryText(context, bot.retry)],
      ["type", bot.type],
      [
        "version",
        bot.version_spec === bot.version ? bot.version : `${bot.version} (requested: ${bot.version_spec})`,
      ],
      ["schedule", bot.schedule && `${bot.schedule} (${bot.timezone ?? "UTC"})`],
      ...otherSettings.map((name): [string, string | undefined] => [
        settingRow(name).title.toLowerCase(),
        settingText(name, bot[name]),
      ]),
      ["next tick", bot.next_tick_at && whenExactly(context, bot.next_tick_at)],
      [
        "last run",
        bot.last_run && `${bot.last_run.status} ${whenExactly(context, bot.last_run.finished_at)}`.trim(),
      ],
      ["usage", usage && usageText(usage)],
      ["limits", usage && !usage.running ? limitsText(usage) : undefined],
      ["disk", usage && diskText(usage)],
      ["kept", usage && keptText(usage)],
      ["dropped", dropped(context, bot)],
      ["queries", bot.has_queries ? "yes" : "no"],
      ["restarts", bot.schedule ? undefined : String(bot.restarts)],
      ["revision", String(bot.revision)],
      ["started", bot.started_at && whenExactly(context, bot.started_at)],
      ["created", whenExactly(context, bot.created_at)],
      ["config", JSON.stringify(bot.config)],
    ],
    style.dim,
  );
}

/** Settings that have no line of their own. */
const otherSettings = settingNames.filter(
  (name) => !["name", "version", "schedule", "timezone", "config"].includes(name),
);

function settingText(name: SettingName, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (settingRow(name).kind === "resources")
    return Object.entries(value as object)
      .map(([resource, amount]) => `${resource} ${amount}`)
      .join(", ");
  if (settingRow(name).kind === "labels") return labelsText(value as Record<string, string>);
  if (typeof value === "object") return JSON.stringify(value);
  return settingRow(name).kind === "seconds" ? `${value} s` : String(value);
}

/** Formats when a bot in back-off is started next. */
export function retryText(context: Context, { at, attempts_left }: NonNullable<Bot["retry"]>): string {
  const left = attempts_left === undefined ? "" : `, ${counted(attempts_left, "attempt")} left`;
  return `${when(context, at)}${left}`;
}

/** Formats the counts of dropped output; `undefined` if nothing was dropped. */
function dropped(context: Context, bot: Bot): string | undefined {
  // Older platforms do not report it.
  const { metrics = 0, log_lines = 0, last_at } = bot.dropped ?? {};
  if (metrics + log_lines === 0) return undefined;
  return `${counted(metrics, "metric")}, ${counted(log_lines, "log line")} (last: ${whenExactly(context, last_at)})`;
}
