import type { Bot, Client } from "@botyard/client";
import { type Command, defineCommand } from "../command.ts";
import { botFields, botText } from "./bot-text.ts";
import { findBot } from "./find-bot.ts";
import { namedBot, waitOptions } from "./named.ts";
import { settleRestarted, settleStarted, timeoutOf } from "./settle.ts";

/** What differs between `bot start` and `bot restart`. */
interface BringUp {
  examples: Command["examples"];
  tell(client: Client, botId: string): Promise<Bot>;
  /** Wait for a new process of the bot. */
  again?: boolean;
}

/** Builds `bot start` or `bot restart`: sends the request, then waits until the bot is running. */
export function bringUp({ examples, tell, again = false }: BringUp): Command {
  return defineCommand<{ detach?: boolean; timeout?: string }>({
    examples,
    arguments: [namedBot],
    options: waitOptions,
    json: botFields,
    async run(context, [named], options) {
      const timeout = timeoutOf(options.timeout, 60_000);
      const client = await context.connect();
      const before = await findBot(client, named!);
      const told = await tell(client, before.bot_id);
      const settle = () =>
        again
          ? settleRestarted(context, client, { before, told }, timeout)
          : settleStarted(context, client, told, timeout);
      const bot = options.detach ? told : await settle();
      context.print(bot, () => botText(context, bot));
      return undefined;
    },
  });
}
