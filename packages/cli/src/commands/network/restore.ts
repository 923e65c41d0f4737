import { defineCommand } from "../../command.ts";
import { optionalBot, type ScopeOptions, scopeOf, scopeOptions } from "../../networks/scope.ts";

function restored(name: string, cut: readonly string[] | "all"): string {
  if (cut.length === 0) return `${name} may connect again.`;
  const what = cut === "all" ? "everything" : cut.join(", ");
  return `${name} is still cut off from ${what}, by another cut. See: platform network restore --help`;
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
    let cut: readonly string[] | "all" = [];
    if (bot) {
      await client.networks.restore(bot.bot_id, host);
      cut = (await client.networks.get(bot.bot_id)).cut as typeof cut;
    } else await client.networks.restoreAll({ ...(host && { host }), ...(user && { user }) });
    context.print({ ...(bot && { bot_id: bot.bot_id }), host }, () =>
      bot ? restored(bot.name, cut) : "All bots may connect again, unless they were cut off one by one.",
    );
    return undefined;
  },
});
