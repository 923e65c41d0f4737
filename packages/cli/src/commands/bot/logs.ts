import type { Level, LogFilter } from "@botyard/client";
import { type LogMatch, recordMatcher } from "@botyard/server/log-match";
import { findBot } from "../../bots/find-bot.ts";
import { followChannel } from "../../bots/follow.ts";
import { gapLine, logFields, logLine } from "../../bots/log-text.ts";
import { countOption, levels, momentOption, rangeOption } from "../../bots/log-window.ts";
import { namedBot } from "../../bots/named.ts";
import { defineCommand } from "../../command.ts";
import { usage } from "../../failure.ts";
import { page } from "../../output/page.ts";
import { select } from "../../output/select.ts";

interface Options {
  watch?: boolean;
  follow?: boolean;
  limit?: string;
  tail?: string;
  since?: string;
  until?: string;
  date?: string;
  dateRange?: string;
  level?: Level;
  grep?: string;
  run?: string;
  raw?: boolean;
}

export default defineCommand<Options>({
  about: [
    "Shows the last 100 lines of the last 24 hours. --since, --until, --date, --date-range and --run select lines of other times.",
    "With -w it then follows the log until Ctrl-C. It reconnects after a lost connection without losing or repeating lines, and reports lines that the platform no longer has.",
  ],
  examples: [
    ["Show the last 100 lines", "platform bot logs my-bot"],
    ["Follow the log", "platform bot logs my-bot -w"],
    ["Show the errors of the last hour", "platform bot logs my-bot --since 1h --level error"],
    ["Print some fields for a script", "platform bot logs my-bot -n 1000 --json time,level,message"],
  ],
  arguments: [namedBot],
  options: [
    { flags: "-w, --watch", help: "follow the log" },
    { flags: "-f, --follow", help: "the same as -w" },
    { flags: "-n, --limit <count>", help: "number of lines (default: 100)" },
    { flags: "--tail <count>", help: "the same as -n" },
    { flags: "--since <time>", help: "lines since this time: 1h, 2026-11-20T14:30:00Z" },
    { flags: "--until <time>", help: "lines before this time" },
    { flags: "--date <date>", help: "lines of one day: YYYY-MM-DD, in UTC" },
    {
      flags: "--date-range <from..to>",
      help: "lines of these days in UTC, or between these times, both inclusive",
    },
    { flags: "--level <level>", help: "lines of this level or higher", choices: levels },
    { flags: "--grep <text>", help: "lines that contain this text, in the message or the fields" },
    { flags: "--run <run_id>", help: "lines of one run" },
    { flags: "--raw", help: "keep control characters in the bot's output" },
  ],
  json: logFields,
  async run(context, [named], options) {
    const watch = options.watch || options.follow;
    const { date, dateRange, until, run: run_id, grep: q, level } = options;
    if (watch && (date || dateRange || until)) {
      throw usage("-w cannot be combined with --date, --date-range or --until.");
    }
    if (options.tail !== undefined && options.limit !== undefined)
      throw usage("--tail and --limit are the same; give one of them.");
    const count =
      options.tail === undefined
        ? countOption("--limit", options.limit, 100, 1_000_000)
        : countOption("--tail", options.tail, 100, 1_000_000);
    // The platform's default, sent with every page, so that the time of later pages begins where that of the first one does.
    const isOpen = ![until, date, dateRange, run_id].some(Boolean);
    const from = momentOption(context, "--since", options.since ?? (isOpen ? "24h" : undefined));
    const to = momentOption(context, "--until", until);
    const date_range = rangeOption(context, dateRange);
    const client = await context.connect();
    const bot = await findBot(client, named!);
    const filter: LogFilter = given({ from, to, date, date_range, level, q, run_id });
    const lines = count === 0 ? [] : await client.logs.newest(bot.bot_id, count, filter);
    const { json } = context.globals;
    if (!watch) {
      if (json) context.print({ items: lines }, () => "");
      else await page(context, lines.map((line) => logLine(context, line, options.raw)).join(""));
      if (lines.length === 0) context.note("No log lines found.");
      return undefined;
    }
    for (const line of lines) {
      context.stdout.write(
        json ? `${JSON.stringify(select(line, json))}\n` : logLine(context, line, options.raw),
      );
    }
    const after = count === 0 ? undefined : (lines.at(-1)?.seq ?? 0);
    // The stream has no filters.
    const matches = recordMatcher(given<LogMatch>({ level, q, run_id }));
    return followChannel(context, client, bot, "logs", after, {
      event: (record) => (matches(record) ? logLine(context, record, options.raw) : undefined),
      gap: (missing) => gapLine(context, `${missing} lines are missing: the platform no longer has them`),
    });
  },
});

function given<T extends object>(values: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}
