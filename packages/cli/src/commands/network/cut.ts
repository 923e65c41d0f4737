import { defineCommand } from "../../command.ts";
import { optionalBot, type ScopeOptions, scopeOf, scopeOptions } from "../../networks/scope.ts";

export default defineCommand<ScopeOptions>({
  about: [
    "Cuts a bot, or all bots, off from one host or from everything. Connections are reset at once and new ones are refused, until platform network restore. The bots keep running, and restarts, updates and missed runs change nothing about it.",
    "A bot that has the network of the host cannot be cut off; stop it instead.",
  ],
  examples: [
    ["Cut a bot off from everything", "platform network cut my-bot"],
    ["Cut all of your bots off from one exchange", "platform network cut --all --host api.kraken.com"],
  ],
  arguments: [optionalBot],
  options: scopeOptions,
  json: ["bot_id", "host", "not_cut"],
  async run(context, [named], options) {
    const client = await context.connect();
    const bot = await scopeOf(client, named, options);
    const { host, user } = options;
    const what = host ?? "everything";
    if (bot) {
      await client.networks.cut(bot.bot_id, host);
      context.print({ bot_id: bot.bot_id, host }, () => `${bot.name} is cut off from ${what}.\n`);
      return undefined;
    }
    const { not_cut } = await client.networks.cutAll({ ...(host && { host }), ...(user && { user }) });
    context.print({ host, not_cut }, () =>
      [
        `All bots that have a network of their own are cut off from ${what}.\n`,
        ...not_cut.map(
          ({ name, bot_id }) => `Not cut, because it has the network of the host: ${name} (${bot_id})\n`,
        ),
      ].join(""),
    );
    return undefined;
  },
});
