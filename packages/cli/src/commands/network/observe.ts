import { findBot } from "../../bots/find-bot.ts";
import { namedBot } from "../../bots/named.ts";
import { defineCommand } from "../../command.ts";
import { observed } from "../../networks/observed.ts";

export default defineCommand({
  about: [
    "Prints the lines of bot-config.yaml that allow what the bot has connected to, to paste there. Names that were refused because no list has them follow as comments. Let the bot run with the network internet for as long as it takes to see all of it.",
    "Of a bot that has the network of the host nothing is seen.",
  ],
  examples: [["Write the list of a bot", "platform network observe my-bot"]],
  arguments: [namedBot],
  json: ["hosts", "local", "refused"],
  async run(context, [named]) {
    const client = await context.connect();
    const network = await client.networks.get((await findBot(client, named!)).bot_id);
    const { lines, ...document } = observed(network);
    if (!network.enforced) context.note(`Nothing is seen of this bot. ${network.detail}`);
    context.print(document, () => lines.map((line) => `${line}\n`).join(""));
    return undefined;
  },
});
