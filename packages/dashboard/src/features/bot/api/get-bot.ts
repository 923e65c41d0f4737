import type { Bot } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export const getBot = (botId: string, signal: AbortSignal): Promise<Bot> =>
  platform.until(signal).bots.get(botId);
