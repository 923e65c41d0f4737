import type { Bot } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";
import { early } from "../../../platform/early.ts";

export const getBot = (botId: string, signal?: AbortSignal): Promise<Bot> =>
  early(`bot ${botId}`, () => platform.until(signal).bots.get(botId));
