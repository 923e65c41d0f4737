import { botFields, botText } from "../../bots/bot-text.ts";
import { findBot } from "../../bots/find-bot.ts";
import { namedBot } from "../../bots/named.ts";
import { timeoutOf, waitFor } from "../../bots/settle.ts";
import { defineCommand } from "../../command.ts";

export default defineCommand<{ detach?: boolean; timeout?: string }>({
  about: [
    "Sends SIGTERM to the bot's process, and kills it if it is still running after the grace period. The bot, its state and its history are kept.",
  ],
  examples: [["Stop a bot until it is started again", "platform bot stop my-bot"]],
  arguments: [namedBot],
  options: [
    { flags: "-d, --detach", help: "do not wait for the bot to stop" },
    { flags: "--timeout <duration>", help: "how long to wait (default: 60s)" },
  ],
  json: botFields,
  async run(context, [named], options) {
    const timeout = timeoutOf(options.timeout, 60_000);
    const client = await context.connect();
    const told = await client.bots.stop((await findBot(client, named!)).bot_id);
    const bot = options.detach ? told : await waitFor(context, client, told, ["stopped"], timeout);
    context.print(bot, () => botText(context, bot));
    return undefined;
  },
});
