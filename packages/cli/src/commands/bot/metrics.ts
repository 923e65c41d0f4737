import type { Bot, MetricFilter, MetricRecord } from "@botyard/client";
import { clockTime } from "../../bots/bot-text.ts";
import { findBot } from "../../bots/find-bot.ts";
import { followChannel } from "../../bots/follow.ts";
import { gapLine } from "../../bots/log-text.ts";
import { countOption, momentOption } from "../../bots/log-window.ts";
import { printAll, printCsv, printMetrics } from "../../bots/metric-output.ts";
import { namedBot } from "../../bots/named.ts";
import { defineCommand } from "../../command.ts";
import type { Context } from "../../context.ts";
import { usage } from "../../failure.ts";
import { clean } from "../../output/clean.ts";
import { select } from "../../output/select.ts";

interface Options {
  watch?: boolean;
  follow?: boolean;
  type?: string;
  since?: string;
  until?: string;
  maxPoints?: string;
  all?: boolean;
  csv?: boolean;
}

export default defineCommand<Options>({
  about: [
    "Shows the latest metric of every type. With --since, --until or --max-points it shows the metrics of a period in order of time, downsampled if there are many; in JSON, downsampled and total say so. With --all or --csv it shows every metric in the order in which the bot emitted them.",
    "If metrics of the bot were dropped, their number is reported on standard error.",
  ],
  examples: [
    ["Show the latest metric of every type", "platform bot metrics my-bot"],
    ["Follow the metrics of one type", "platform bot metrics my-bot -w --type price"],
    [
      "Print the metrics of one day for a script",
      "platform bot metrics my-bot --since 1d --json time,data.value",
    ],
    ["Save the whole series of one type", "platform bot metrics my-bot --type price --csv > price.csv"],
  ],
  arguments: [namedBot],
  options: [
    { flags: "-w, --watch", help: "follow the metrics" },
    { flags: "-f, --follow", help: "the same as -w" },
    { flags: "--type <type>", help: "only metrics of this type" },
    { flags: "--since <time>", help: "metrics since this time: 1h, 2026-11-20T14:30:00Z" },
    { flags: "--until <time>", help: "metrics before this time" },
    {
      flags: "--max-points <count>",
      help: "downsample to this number, keeping minima and maxima, and at least one metric of each type and symbol (1 to 10000, default: 2000)",
    },
    { flags: "--all", help: "all metrics, none left out" },
    { flags: "--csv", help: "all metrics as CSV, with one column for each field of the data" },
  ],
  json: ["seq", "time", "type", "data", "run_id"],
  async run(context, [named], options) {
    const { type } = options;
    const max_points =
      options.maxPoints === undefined
        ? undefined
        : countOption("--max-points", options.maxPoints, 0, 10_000, 1);
    checkCombination(context, options);
    const from = momentOption(context, "--since", options.since);
    const to = momentOption(context, "--until", options.until);
    const client = await context.connect();
    const bot = await findBot(client, named!);
    const { bot_id, dropped } = bot;
    const line = (record: MetricRecord) => metricLine(context, record);
    const given = { type, from, to };
    if (options.all || options.csv) {
      warnOfDropped(context, bot_id, dropped);
      const print = options.csv ? printCsv : printAll;
      await print(context, () => client.metrics.pages(bot_id, defined(given)), line);
      return undefined;
    }
    const span = from !== undefined || to !== undefined || max_points !== undefined;
    let records: MetricRecord[];
    let more = {};
    if (span) {
      const found = await client.metrics.list(bot_id, defined({ ...given, max_points }));
      const { downsampled, total } = found;
      if (downsampled) context.note(`Showing ${found.items.length} of ${total} metrics; --all shows all.`);
      records = found.items;
      more = { downsampled, total };
    } else {
      const latest = await client.metrics.latest(bot_id);
      records = type === undefined ? latest : latest.filter((record) => record.type === type);
    }
    warnOfDropped(context, bot_id, dropped);
    if (!options.watch && !options.follow) {
      printMetrics(context, { items: records, ...more }, () => records.map(line).join(""));
      if (records.length === 0) context.note("No metrics found.");
      return undefined;
    }
    const newest = Math.max(0, ...records.map(({ seq }) => seq));
    const inOrder = records.toSorted((a, b) => a.seq - b.seq);
    const { json } = context.globals;
    for (const record of inOrder) {
      context.stdout.write(json ? `${JSON.stringify(select(record, json))}\n` : line(record));
    }
    return followChannel(context, client, bot, "metrics", newest, {
      event: (record) => (type === undefined || record.type === type ? line(record) : undefined),
      gap: (missing) => gapLine(context, `${missing} metrics are missing: the platform no longer has them`),
    });
  },
});

function checkCombination({ globals }: Context, { all, csv, watch, follow, maxPoints }: Options): void {
  const whole = csv ? "--csv" : all ? "--all" : undefined;
  const other = follow
    ? "--follow"
    : watch
      ? "--watch"
      : maxPoints !== undefined
        ? "--max-points"
        : undefined;
  if (whole && other) throw usage(`${whole} and ${other} cannot be combined.`);
  if (csv && globals.json) throw usage("--csv and --json cannot be combined.");
}

function warnOfDropped(context: Context, botId: string, dropped: Bot["dropped"] | undefined): void {
  if (!dropped?.metrics) return;
  const how = `"platform bot logs ${botId} --level error" shows when and why`;
  context.warn(`${dropped.metrics} metrics of this bot were dropped and are not shown; ${how}.`);
}

/** Leaves out the parameters that were not given. */
function defined(filter: { [Name in keyof MetricFilter]?: MetricFilter[Name] | undefined }): MetricFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

function metricLine(context: Context, { time, type, data }: MetricRecord): string {
  const text = clean(JSON.stringify(data));
  return context.stdout.isTTY
    ? `${clockTime(context, time)} ${clean(type).padEnd(12)} ${text}\n`
    : `${time}\t${clean(type)}\t${text}\n`;
}
