import type { Level, LogFilter, LogRecord } from "@botyard/client";
import { findBot } from "../../bots/find-bot.ts";
import { followChannel } from "../../bots/follow.ts";
import { gapLine, logFields, logLine } from "../../bots/log-text.ts";
import { countOption, levels, momentOption, newestLines } from "../../bots/log-window.ts";
import { namedBot } from "../../bots/named.ts";
import { defineCommand } from "../../command.ts";
import { usage } from "../../failure.ts";
import { page } from "../../output/page.ts";
import { select } from "../../output/select.ts";

interface Options {
  watch?: boolean;
  limit?: string;
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
    "Shows the last 100 lines. With -w it goes on with what comes, until Ctrl-C: across lost connections, without losing or repeating a line, and saying so where lines are gone for good.",
  ],
  examples: [
    ["The last 100 lines", "platform bot logs my-bot"],
    ["Follow it", "platform bot logs my-bot -w"],
    ["What went wrong in the last hour", "platform bot logs my-bot --since 1h --level error"],
    ["For a script", "platform bot logs my-bot -n 1000 --json time,level,message"],
  ],
  arguments: [namedBot],
  options: [
    { flags: "-w, --watch", help: "follow: go on with what comes" },
    { flags: "-n, --limit <count>", help: "how many lines; 100 unless said" },
    { flags: "--since <moment>", help: "lines from then on: 1h, 2026-11-20T14:30:00Z" },
    { flags: "--until <moment>", help: "lines before then" },
    { flags: "--date <date>", help: "lines of one day: YYYY-MM-DD, in UTC" },
    { flags: "--date-range <from..to>", help: "lines of some days, both included" },
    { flags: "--level <level>", help: "this level and those above it", choices: levels },
    { flags: "--grep <text>", help: "lines that contain this text" },
    { flags: "--run <run_id>", help: "lines of one run" },
    { flags: "--raw", help: "keep control characters that the bot wrote" },
  ],
  json: logFields,
  async run(context, [named], options) {
    const { watch, date, dateRange, until, run: run_id, grep: q, level } = options;
    if (watch && (date || dateRange || until)) {
      throw usage("-w shows what comes; it does not go with --date, --date-range or --until.");
    }
    const count = countOption("--limit", options.limit, 100, 1_000_000);
    const from = momentOption(context, "--since", options.since);
    const to = momentOption(context, "--until", until);
    const client = await context.connect();
    const bot = await findBot(client, named!);
    const filter: LogFilter = given({ from, to, date, date_range: dateRange, level, q, run_id });
    const lines = count === 0 ? [] : await newestLines(client, bot.bot_id, filter, count);
    const { json } = context.globals;
    if (!watch) {
      if (json) context.print({ items: lines }, () => "");
      else await page(context, lines.map((line) => logLine(context, line, options.raw)).join(""));
      if (lines.length === 0) context.note("There are no such lines.");
      return undefined;
    }
    for (const line of lines) {
      context.stdout.write(
        json ? `${JSON.stringify(select(line, json))}\n` : logLine(context, line, options.raw),
      );
    }
    const after = count === 0 ? undefined : (lines.at(-1)?.seq ?? 0);
    return followChannel(context, client, bot.bot_id, "logs", after, {
      event: (record) => (fits(record, options) ? logLine(context, record, options.raw) : undefined),
      gap: (missing) => gapLine(context, `${missing} lines are gone: the platform no longer has them`),
    });
  },
});

/** The filters of the platform, for lines that come by the stream. */
function fits(record: LogRecord, { level, grep, run }: Options): boolean {
  if (level && levels.indexOf(record.level) < levels.indexOf(level)) return false;
  if (run && record.run_id !== run) return false;
  return !grep || record.message.toLowerCase().includes(grep.toLowerCase());
}

function given<T extends object>(values: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}
