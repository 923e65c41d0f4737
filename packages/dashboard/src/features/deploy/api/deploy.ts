import type { Bot, CustomBot, CustomBotSummary, DryRun, InstanceConfig } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";
import { readSchema, type Schema } from "../../../ui/schema-form/schema.ts";

export const listCustomBots = (signal: AbortSignal): Promise<CustomBotSummary[]> =>
  platform.until(signal).customBots.list();

/** A custom bot as of its latest version. */
export const getCustomBot = (name: string, signal: AbortSignal): Promise<CustomBot> =>
  platform.until(signal).customBots.get(name);

export interface Chosen {
  customBot: CustomBot;
  schema: Schema;
}

export async function getChosen(
  name: string,
  version: string | undefined,
  signal: AbortSignal,
): Promise<Chosen> {
  const { customBots } = platform.until(signal);
  const customBot = await customBots.get(name, version);
  return { customBot, schema: readSchema(await customBots.schema(name, customBot.version)) };
}

/** Checks a bot as creating it would, without creating it. */
export const dryRun = (instance: InstanceConfig, signal?: AbortSignal): Promise<DryRun> =>
  platform.until(signal).bots.dryRun(instance);
export const createBot = (instance: InstanceConfig): Promise<Bot> => platform.bots.create(instance);
