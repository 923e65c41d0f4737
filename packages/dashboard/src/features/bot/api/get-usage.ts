import type { BotUsage } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export type Usage = BotUsage;
export const getUsage = (botId: string, signal: AbortSignal): Promise<Usage> =>
  platform.until(signal).bots.usage(botId);
