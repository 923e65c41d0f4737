import type { Run } from "@botyard/client";
import { findBot } from "../../bots/find-bot.ts";
import { logLine } from "../../bots/log-text.ts";
import { namedBot } from "../../bots/named.ts";
import { runFields, runText } from "../../bots/run-text.ts";
import { timeoutOf } from "../../bots/settle.ts";
import { defineCommand } from "../../command.ts";
import { exitCodes } from "../../exit-codes.ts";
import { Failure } from "../../failure.ts";
import { duration } from "../../output/times.ts";

export default defineCommand<{ detach?: boolean; timeout?: string }>({
  about: ["Starts a run outside the schedule and waits for its result."],
  examples: [
    ["Start a run and show its result", "platform bot run my-bot"],
    ["Print only the result", "platform bot run my-bot --json result"],
  ],
  arguments: [namedBot],
  options: [
    { flags: "-d, --detach", help: "do not wait for the run to end" },
    { flags: "--timeout <duration>", help: "how long to wait (default: 5m)" },
  ],
  json: runFields,
  exits: ["1 if the run did not succeed."],
  async run(context, [named], options) {
    const timeout = timeoutOf(options.timeout, 300_000);
    const client = await context.connect();
    const bot = await findBot(client, named!);
    const queued = await client.bots.run(bot.bot_id);
    if (!options.detach) context.note(`Started run ${queued.id}; waiting for it to end ...`);
    const run = options.detach ? queued : await ended(queued);
    context.print(run, () => runText(context, run));
    if (options.detach || run.status === "success") return undefined;
    const lines = await client.logs.newest(bot.bot_id, 20, { run_id: run.id });
    for (const line of lines) context.stderr.write(`  ${logLine(context, line)}`);
    throw new Failure(exitCodes.failure, `The run ended with status ${run.status}.`, {
      next: [`platform bot logs ${bot.bot_id} --run ${run.id}`],
    });

    async function ended(started: Run): Promise<Run> {
      const until = context.clock.now().getTime() + timeout;
      while (true) {
        const left = (until - context.clock.now().getTime()) / 1000;
        if (left <= 0) break;
        const done = await client.runs.wait(started.id, Math.min(left, 30));
        if (done) return done;
      }
      throw new Failure(
        exitCodes.unreachable,
        `The run ${started.id} has not ended after ${duration(timeout)}. It continues in the background.`,
        {
          next: [`platform bot runs ${bot.bot_id}`],
        },
      );
    }
  },
});
