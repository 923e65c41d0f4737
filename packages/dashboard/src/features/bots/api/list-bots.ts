import type { Bot } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

/** Every bot of the caller. */
export const listBots = (signal: AbortSignal): Promise<Bot[]> => platform.until(signal).bots.list();
