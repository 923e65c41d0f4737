import { botFields, botText } from "../../bots/bot-text.ts";
import { findBot } from "../../bots/find-bot.ts";
import { settleStarted, timeoutOf } from "../../bots/settle.ts";
import { defineCommand } from "../../command.ts";

export default defineCommand<{ detach?: boolean; timeout?: string }>({
  examples: [["Start it again", "platform bot start my-bot"]],
  arguments: [
    { name: "bot_id", help: "the bot: its id, the beginning of it, or its name", completes: "bots" },
  ],
  options: [
    { flags: "-d, --detach", help: "do not wait for the bot to come up" },
    { flags: "--timeout <span>", help: "how long to wait for it; 60s unless said" },
  ],
  json: botFields,
  async run(context, [named], options) {
    const timeout = timeoutOf(options.timeout, 60_000);
    const client = await context.connect();
    const told = await client.bots.start((await findBot(client, named!)).bot_id);
    const bot = options.detach ? told : await settleStarted(context, client, told, timeout);
    context.print(bot, () => botText(context, bot));
    return undefined;
  },
});
