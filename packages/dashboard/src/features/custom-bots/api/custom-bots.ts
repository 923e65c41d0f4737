import type { Bot, CustomBot, CustomBotSummary } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export const listCustomBots = (signal: AbortSignal): Promise<CustomBotSummary[]> =>
  platform.until(signal).customBots.list();

/** A version of a custom bot with what belongs to it. */
export interface Shown {
  customBot: CustomBot;
  schema: string;
  /** The bots that are made of it, in any version. */
  instances: Bot[];
}

export async function getCustomBot(
  name: string,
  version: string | undefined,
  signal: AbortSignal,
): Promise<Shown> {
  const calls = platform.until(signal);
  const customBot = await calls.customBots.get(name, version);
  const [schema, bots] = await Promise.all([
    calls.customBots.schema(name, customBot.version),
    calls.bots.list(),
  ]);
  return { customBot, schema, instances: bots.filter(({ custom_bot }) => custom_bot === name) };
}
