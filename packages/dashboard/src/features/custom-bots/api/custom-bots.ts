import type { Bot, CustomBot, CustomBotSummary } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export const listCustomBots = (): Promise<CustomBotSummary[]> => platform.customBots.list();

/** A version of a custom bot with what belongs to it. */
export interface Shown {
  customBot: CustomBot;
  schema: string;
  /** The bots that are made of it, in any version. */
  instances: Bot[];
}

export async function getCustomBot(name: string, version: string | undefined): Promise<Shown> {
  const customBot = await platform.customBots.get(name, version);
  const [schema, bots] = await Promise.all([
    platform.customBots.schema(name, customBot.version),
    platform.bots.list(),
  ]);
  return { customBot, schema, instances: bots.filter(({ custom_bot }) => custom_bot === name) };
}
