import { statusCell, when } from "../../bots/bot-text.ts";
import { findBot } from "../../bots/find-bot.ts";
import { countOption } from "../../bots/log-window.ts";
import { namedBot } from "../../bots/named.ts";
import { lateText, runFields, tickText, took } from "../../bots/run-text.ts";
import { defineCommand } from "../../command.ts";
import { shellWord } from "../../output/shell-word.ts";
import { table } from "../../output/table.ts";

const statuses = [
  "queued",
  "running",
  "success",
  "error",
  "timed_out",
  "canceled",
  "skipped",
  "missed",
  "lost",
];

export default defineCommand<{ limit?: string; status?: string }>({
  examples: [
    ["Show the last 20 runs", "platform bot runs my-bot"],
    ["Show failed runs", "platform bot runs my-bot --status error,timed_out"],
  ],
  arguments: [namedBot],
  options: [
    { flags: "-n, --limit <count>", help: "number of runs (default: 20)" },
    { flags: "--status <status>", help: "only runs with this status", choices: statuses, list: true },
  ],
  json: runFields,
  async run(context, [named], options) {
    const count = countOption("--limit", options.limit, 20, 100_000);
    const client = await context.connect();
    const { bot_id, name, type } = await findBot(client, named!);
    const runs = await client.runs.list(bot_id, count, options.status ? { status: options.status } : {});
    context.print({ items: runs }, () =>
      table(
        ["ID", "STATUS", "TICK", "LATE", "STARTED", "TOOK", "EXIT", "DETAIL"],
        runs.map((run) => [
          run.id,
          statusCell(context, run.status),
          tickText(context, run),
          lateText(run) ?? "",
          when(context, run.started_at),
          took(run),
          run.exit_code === undefined ? (run.signal ?? "") : String(run.exit_code),
          run.detail ?? "",
        ]),
        { width: context.stdout.isTTY ? context.stdout.columns : undefined, header: context.style.dim },
      ),
    );
    if (runs.length > 0) return undefined;
    if (type.startsWith("realtime/"))
      context.note(
        `${name} is a realtime bot; only scheduled bots have runs. Next: platform bot logs ${shellWord(name)}`,
      );
    else context.note(`No runs found. Next: platform bot run ${shellWord(name)}`);
    return undefined;
  },
});
