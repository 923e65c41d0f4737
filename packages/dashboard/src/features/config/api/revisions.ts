import type { Bot, Revision } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

/** The settings that a bot has had, newest first. */
export const listRevisions = (botId: string, signal: AbortSignal): Promise<Revision[]> =>
  platform.until(signal).bots.revisions(botId, 1000);

/** Gives a bot the settings of an earlier revision, unless it has been changed since it was shown. */
export const rollBack = (bot: Bot, to: number): Promise<Bot> =>
  platform.bots.rollBack(bot.bot_id, to, bot.revision);
