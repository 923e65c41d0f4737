import { findBot, findBotIfAny } from "../../bots/find-bot.ts";
import { namedBot } from "../../bots/named.ts";
import { defineCommand } from "../../command.ts";
import { usage } from "../../failure.ts";
import { cleanLine } from "../../output/clean.ts";
import { shellWord } from "../../output/shell-word.ts";

export default defineCommand<{ yes?: boolean; ifExists?: boolean }>({
  about: ["Stops the bot and deletes it permanently, after asking for its name. Its id is never reused."],
  examples: [
    ["Delete a bot after confirmation", "platform bot delete my-bot"],
    ["Delete a bot in a script", "platform bot delete my-bot --yes --if-exists"],
  ],
  arguments: [namedBot],
  options: [
    { flags: "-y, --yes", help: "do not ask for confirmation" },
    { flags: "--if-exists", help: "succeed if the bot does not exist" },
  ],
  json: ["bot_id", "name", "deleted"],
  async run(context, [named], options) {
    if (!options.yes && !context.interactive) {
      throw usage(
        "--yes is required when not running interactively.",
        `platform bot delete ${shellWord(named!)} --yes`,
      );
    }
    const client = await context.connect();
    const bot = options.ifExists ? await findBotIfAny(client, named!) : await findBot(client, named!);
    if (!bot) {
      context.print(
        { bot_id: null, name: named, deleted: false },
        () => `There is no bot ${named}; nothing to delete.\n`,
      );
      return undefined;
    }
    const name = cleanLine(bot.name);
    if (!options.yes) {
      context.warn(
        `This stops ${name} (${bot.type} ${bot.version}, ${bot.status}) and deletes it permanently.`,
      );
      const typed = await context.prompts.line(`Type the name of the bot to delete it (${name})`);
      if (typed?.trim() !== bot.name) throw usage("The name was not confirmed; nothing was deleted.");
    }
    await client.bots.delete(bot.bot_id);
    context.print(
      { bot_id: bot.bot_id, name: bot.name, deleted: true },
      () => `Deleted ${name} (${bot.bot_id}).\n`,
    );
    return undefined;
  },
});
