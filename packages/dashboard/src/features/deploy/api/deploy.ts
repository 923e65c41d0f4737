import type { Bot, CustomBot, CustomBotSummary, DryRun, InstanceConfig } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";
import { readSchema, type Schema } from "../../../ui/schema-form/schema.ts";

export const listCustomBots = (): Promise<CustomBotSummary[]> => platform.customBots.list();

/** A custom bot as of a version (default: the latest). */
export const getCustomBot = (name: string, version?: string): Promise<CustomBot> =>
  platform.customBots.get(name, version);

export interface Chosen {
  customBot: CustomBot;
  schema: Schema;
}

export async function getChosen(name: string, version: string | undefined): Promise<Chosen> {
  const customBot = await getCustomBot(name, version);
  return { customBot, schema: readSchema(await platform.customBots.schema(name, customBot.version)) };
}

/** Checks a bot as creating it would, without creating it. */
export const dryRun = (instance: InstanceConfig): Promise<DryRun> => platform.bots.dryRun(instance);
export const createBot = (instance: InstanceConfig): Promise<Bot> => platform.bots.create(instance);
