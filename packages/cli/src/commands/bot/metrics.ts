import type { MetricFilter, MetricRecord } from "@botyard/client";
import { clockTime } from "../../bots/bot-text.ts";
import { findBot } from "../../bots/find-bot.ts";
import { followChannel } from "../../bots/follow.ts";
import { gapLine } from "../../bots/log-text.ts";
import { countOption, momentOption } from "../../bots/log-window.ts";
import { namedBot } from "../../bots/named.ts";
import { defineCommand } from "../../command.ts";
import type { Context } from "../../context.ts";
import { clean } from "../../output/clean.ts";
import { select } from "../../output/select.ts";

interface Options {
  watch?: boolean;
  follow?: boolean;
  type?: string;
  since?: string;
  until?: string;
  maxPoints?: string;
}

export default defineCommand<Options>({
  about: [
    "Shows the latest metric of every type. With --since, --until or --max-points it shows the metrics of a period.",
    "If metrics of the bot were dropped, their number is reported on standard error.",
  ],
  examples: [
    ["Show the latest metric of every type", "platform bot metrics my-bot"],
    ["Follow the metrics of one type", "platform bot metrics my-bot -w --type price"],
    [
      "Print the metrics of one day for a script",
      "platform bot metrics my-bot --since 1d --json time,data.value",
    ],
  ],
  arguments: [namedBot],
  options: [
    { flags: "-w, --watch", help: "follow the metrics" },
    { flags: "-f, --follow", help: "the same as -w" },
    { flags: "--type <type>", help: "only metrics of this type" },
    { flags: "--since <time>", help: "metrics since this time: 1h, 2026-11-20T14:30:00Z" },
    { flags: "--until <time>", help: "metrics before this time" },
    { flags: "--max-points <count>", help: "downsample to this number, keeping minima and maxima" },
  ],
  json: ["seq", "time", "type", "data", "run_id"],
  async run(context, [named], options) {
    const { type } = options;
    const max_points =
      options.maxPoints === undefined ? undefined : countOption("--max-points", options.maxPoints, 0, 10_000);
    const from = momentOption(context, "--since", options.since);
    const to = momentOption(context, "--until", options.until);
    const client = await context.connect();
    const bot = await findBot(client, named!);
    const { bot_id, dropped } = bot;
    const line = (record: MetricRecord) => metricLine(context, record);
    const span = from !== undefined || to !== undefined || max_points !== undefined;
    let records: MetricRecord[];
    if (span) {
      const filter = { type, from, to, max_points };
      const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
      const found = await client.metrics.list(bot_id, given as MetricFilter);
      if (found.downsampled) context.note(`Showing ${found.items.length} of ${found.total} metrics.`);
      records = found.items;
    } else {
      const latest = await client.metrics.latest(bot_id);
      records = type === undefined ? latest : latest.filter((record) => record.type === type);
    }
    if (dropped?.metrics) {
      const how = `"platform bot logs ${bot_id} --level error" shows when and why`;
      context.warn(`${dropped.metrics} metrics of this bot were dropped and are not shown; ${how}.`);
    }
    if (!options.watch && !options.follow) {
      context.print({ items: records }, () => records.map(line).join(""));
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

function metricLine(context: Context, { time, type, data }: MetricRecord): string {
  const text = clean(JSON.stringify(data));
  return context.stdout.isTTY
    ? `${clockTime(context, time)} ${clean(type).padEnd(12)} ${text}\n`
    : `${time}\t${clean(type)}\t${text}\n`;
}
