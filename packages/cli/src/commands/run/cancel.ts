import { runFields, runText } from "../../bots/run-text.ts";
import { defineCommand } from "../../command.ts";

export default defineCommand<object>({
  about: [
    "Cancels a run that is queued or running. The process of a running one gets SIGTERM, and is killed if it is still running after the grace period. The bot keeps its schedule.",
  ],
  examples: [
    ["Cancel a run", "platform run cancel run_01jd8x3f9q"],
    ["Find the runs that can be canceled", "platform bot runs my-bot --status queued,running"],
  ],
  arguments: [{ name: "run_id", help: "the run's id, as shown by platform bot runs" }],
  json: runFields,
  exits: ["1 if the run has already ended."],
  async run(context, [id]) {
    const client = await context.connect();
    const run = await client.runs.cancel(id!);
    context.print(run, () => runText(context, run));
    return undefined;
  },
});
