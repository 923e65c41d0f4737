import type { BotNetwork } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

export type Connection = BotNetwork["connections"][number];

export const getNetwork = (botId: string, signal?: AbortSignal): Promise<BotNetwork> =>
  platform.until(signal).networks.get(botId);

/** Cuts the bot off from a host, or from everything. */
export const cut = (botId: string, host?: string): Promise<unknown> => platform.networks.cut(botId, host);

export const restore = (botId: string, host?: string): Promise<unknown> =>
  platform.networks.restore(botId, host);
