import { findBot, findBotIfAny } from "../../bots/find-bot.ts";
import { namedBot } from "../../bots/named.ts";
import { defineCommand } from "../../command.ts";
import { usage } from "../../failure.ts";
import { cleanLine } from "../../output/clean.ts";
import { shellWord } from "../../output/shell-word.ts";

export default defineCommand<{ yes?: boolean; ifExists?: boolean }>({
  about: ["Stops the bot and deletes it; its id is never used again. Asks for the bot's name first."],
  examples: [
    ["Asks for the name, then deletes", "platform bot delete my-bot"],
    ["In a script", "platform bot delete my-bot --yes --if-exists"],
  ],
  arguments: [namedBot],
  options: [
    { flags: "-y, --yes", help: "do not ask" },
    { flags: "--if-exists", help: "a bot that is not there is no failure" },
  ],
  json: ["bot_id", "name", "deleted"],
  async run(context, [named], options) {
    if (!options.yes && !context.interactive) {
      throw usage(
        "There is nobody to ask here; deleting needs --yes.",
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
      context.warn(`This stops ${name} (${bot.type} ${bot.version}, ${bot.status}) and deletes it for good.`);
      const typed = await context.prompts.line(`Type the name of the bot to delete it (${name})`);
      if (typed?.trim() !== bot.name) throw usage("The name was not typed; nothing was deleted.");
    }
    await client.bots.delete(bot.bot_id);
    context.print(
      { bot_id: bot.bot_id, name: bot.name, deleted: true },
      () => `Deleted ${name} (${bot.bot_id}).\n`,
    );
    return undefined;
  },
});
