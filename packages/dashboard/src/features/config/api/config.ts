import type { Bot, BotPatch, DryRun } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";
import { readSchema, type Schema } from "../../../ui/schema-form/schema.ts";

export interface Choices {
  schema: Schema;
  /** Versions of the custom bot, newest first. */
  versions: string[];
}

/** The schema of a version, and the versions there are. */
export async function getChoices(customBot: string, version: string, signal: AbortSignal): Promise<Choices> {
  const { customBots } = platform.until(signal);
  const [text, { versions }] = await Promise.all([
    customBots.schema(customBot, version),
    customBots.get(customBot),
  ]);
  return { schema: readSchema(text), versions };
}

/** Changes a bot, unless it has been changed since it was shown. */
export const patchBot = (bot: Bot, patch: BotPatch): Promise<Bot> =>
  platform.bots.patch(bot.bot_id, patch, bot.revision);

/** Checks a change as {@link patchBot} does, without changing the bot. */
export const checkPatch = (bot: Bot, patch: BotPatch): Promise<DryRun> =>
  platform.bots.dryPatch(bot.bot_id, patch, bot.revision);

export const getBot = (botId: string): Promise<Bot> => platform.bots.get(botId);
