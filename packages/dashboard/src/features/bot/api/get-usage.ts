import type { BotUsage } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export type Usage = BotUsage;
export const getUsage = (botId: string): Promise<Usage> => platform.bots.usage(botId);
