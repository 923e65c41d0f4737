import { botFields, botText } from "../../bots/bot-text.ts";
import { findBot } from "../../bots/find-bot.ts";
import { namedBot } from "../../bots/named.ts";
import { defineCommand } from "../../command.ts";

export default defineCommand<object>({
  examples: [
    ["Show a bot by its name", "platform bot get my-bot"],
    ["Print only its status", "platform bot get my-bot --json status"],
  ],
  arguments: [namedBot],
  json: botFields,
  async run(context, [named]) {
    const client = await context.connect();
    const bot = await findBot(client, named!);
    context.print(bot, () => botText(context, bot));
    return undefined;
  },
});
