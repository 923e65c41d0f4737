import type { Bot } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export const getBot = (botId: string): Promise<Bot> => platform.bots.get(botId);
