import { ApiError, type BotUsage, type Client } from "@botyard/client";
import { botFields, botText } from "../../bots/bot-text.ts";
import { findBot } from "../../bots/find-bot.ts";
import { namedBot } from "../../bots/named.ts";
import { defineCommand } from "../../command.ts";

/** Returns `undefined` if the platform is older than this operation. */
async function usageOf(client: Client, botId: string): Promise<BotUsage | undefined> {
  return client.bots.usage(botId).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  });
}

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
    // In JSON, the command prints the document of the bot.
    const usage = context.globals.json ? undefined : await usageOf(client, bot.bot_id);
    context.print(bot, () => botText(context, bot, usage));
    return undefined;
  },
});
