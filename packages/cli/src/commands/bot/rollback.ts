import { botFields, botText } from "../../bots/bot-text.ts";
import { settleChanged } from "../../bots/change.ts";
import { findBot } from "../../bots/find-bot.ts";
import { namedBot, waitOptions } from "../../bots/named.ts";
import { timeoutOf } from "../../bots/settle.ts";
import { defineCommand } from "../../command.ts";
import { usage } from "../../failure.ts";
import { clean } from "../../output/clean.ts";

export default defineCommand<{ detach?: boolean; timeout?: string }>({
  about: [
    "Gives a bot the settings of an earlier revision: version, config, schedule and name. This is a new revision, so that it can be undone in the same way; if the bot has these settings already, nothing changes.",
  ],
  examples: [
    ["Undo the last change", "platform bot rollback my-bot"],
    ["Go back to revision 3", "platform bot rollback my-bot 3"],
  ],
  arguments: [
    namedBot,
    { name: "revision", help: "the revision (default: the one before the current one)", optional: true },
  ],
  options: waitOptions,
  json: botFields,
  exits: [
    "1 if the bot does not run with these settings: it failed, exited right after its start, or waits for a quota of its user. They are saved.",
  ],
  async run(context, [named, text], options) {
    const timeout = timeoutOf(options.timeout, 60_000);
    if (text !== undefined && !/^[1-9]\d{0,14}$/.test(text))
      throw usage(
        `${clean(text)} is not the number of a revision.`,
        `platform bot revisions ${clean(named!)}`,
      );
    const client = await context.connect();
    const before = await findBot(client, named!);
    const to = text === undefined ? undefined : Number(text);
    const told = await client.bots.rollBack(before.bot_id, to, before.revision);
    const { detach } = options;
    const bot = await settleChanged(context, client, { before, told }, { timeoutMs: timeout, detach });
    context.print(bot, () => botText(context, bot));
    return undefined;
  },
});
