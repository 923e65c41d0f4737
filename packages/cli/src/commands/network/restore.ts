import { defineCommand } from "../../command.ts";
import { optionalBot, type ScopeOptions, scopeOf, scopeOptions } from "../../networks/scope.ts";
import { cutTexts } from "../../networks/text.ts";
import { clean } from "../../output/clean.ts";

function restored(name: string, cuts: readonly string[]): string {
  if (cuts.length === 0) return `${name} may connect again.\n`;
  const rest = cuts.map((text) => `${name} is still cut off from ${clean(text)}\n`);
  return `${rest.join("")}Next: platform network restore --help\n`;
}

export default defineCommand<ScopeOptions>({
  about: [
    "Ends what platform network cut has cut, for the same bot or for --all. What was cut for all bots stays cut for each, and what was cut for one stays cut for it.",
  ],
  examples: [
    ["Connect a bot again", "platform network restore my-bot"],
    [
      "Connect all of your bots again with one exchange",
      "platform network restore --all --host api.kraken.com",
    ],
  ],
  arguments: [optionalBot],
  options: scopeOptions,
  json: ["bot_id", "host"],
  async run(context, [named], options) {
    const client = await context.connect();
    const bot = await scopeOf(client, named, options);
    const { host, user } = options;
    let cuts: readonly string[] = [];
    if (bot) {
      await client.networks.restore(bot.bot_id, host);
      cuts = cutTexts(context, await client.networks.get(bot.bot_id));
    } else await client.networks.restoreAll({ ...(host && { host }), ...(user && { user }) });
    context.print({ ...(bot && { bot_id: bot.bot_id }), host }, () =>
      bot ? restored(bot.name, cuts) : "All bots may connect again, unless they were cut off one by one.\n",
    );
    return undefined;
  },
});
