import { ofKnownCustomBot } from "../../bots/known-custom-bot.ts";
import { defineCommand } from "../../command.ts";
import { clean } from "../../output/clean.ts";
import { select } from "../../output/select.ts";

export default defineCommand<{ version?: string }>({
  about: ["Prints the JSON Schema (draft-07) that the config of its bots must match."],
  examples: [
    ["Print the schema of the latest version", "platform custom-bot schema my-bot"],
    ["Print only its properties", "platform custom-bot schema my-bot --json=properties"],
  ],
  arguments: [{ name: "name", help: "the custom bot's name", completes: "custom-bots" }],
  options: [{ flags: "--version <version>", help: "an exact version, a range, or latest" }],
  async run(context, [name], options) {
    const client = await context.connect();
    const get = () => client.customBots.schema(name!, options.version);
    const text = await ofKnownCustomBot(client, name!, get);
    const { json } = context.globals;
    if (json && json !== true) {
      context.stdout.write(`${JSON.stringify(select(JSON.parse(text), json), null, 2)}\n`);
    } else context.stdout.write(clean(text.endsWith("\n") ? text : `${text}\n`));
    return undefined;
  },
});
