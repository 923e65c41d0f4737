import type { Bot } from "../model.ts";
import { droppedOf } from "../store/dropped.ts";
import { lastRun } from "../store/runs.ts";
import type { Parts } from "./parts.ts";
import type { BotView } from "./schemas/bot.ts";
import { botView } from "./views/bot.ts";

/** Returns the document of a bot, which includes data of its package, its last run and its dropped records. */
export async function showBot({ catalog, store }: Parts, bot: Bot): Promise<BotView> {
  const found = await catalog.exact(bot.owner_id, bot.custom_bot, bot.version);
  if (!found)
    throw new Error(`The package of ${bot.bot_id}, ${bot.custom_bot} ${bot.version}, is not in the store.`);
  return botView(bot, {
    found,
    lastRun: bot.model === "scheduled" ? await lastRun(store, bot.bot_id) : undefined,
    dropped: await droppedOf(store, bot.bot_id),
  });
}

export const etagOf = (bot: Bot) => `"${bot.revision}"`;
