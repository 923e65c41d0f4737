import type { Bot } from "@botyard/client/browser";
import { platform } from "../../../platform/client.ts";

/** Every bot of the caller; for admins also those of another user, or with `all` those of all users. */
export const listBots = (user: string | undefined, signal: AbortSignal): Promise<Bot[]> =>
  platform.until(signal).bots.list(user === undefined ? {} : { user });

/** The names of all users. */
export const listOwners = async (signal: AbortSignal): Promise<string[]> =>
  (await platform.until(signal).users.list()).map(({ name }) => name);
