import { findBot } from "../../bots/find-bot.ts";
import { namedBot } from "../../bots/named.ts";
import { defineCommand } from "../../command.ts";
import { connectionTable, networkText } from "../../networks/text.ts";

export default defineCommand({
  about: [
    "Shows what a bot may connect to, what of it is cut, and what the bot has connected to or tried to.",
  ],
  examples: [["Show the network of a bot", "platform network show my-bot"]],
  arguments: [namedBot],
  json: ["bot_id", "network", "source", "enforced", "detail", "cut", "cuts", "connections"],
  async run(context, [named]) {
    const client = await context.connect();
    const network = await client.networks.get((await findBot(client, named!)).bot_id);
    context.print(network, () =>
      [networkText(context, network), ...connectionTable(context, network)].join("\n"),
    );
    return undefined;
  },
});
