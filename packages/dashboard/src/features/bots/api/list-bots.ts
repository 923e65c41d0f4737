import type { Bot } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

/** Every bot of the caller. */
export const listBots = (): Promise<Bot[]> => platform.bots.list();
