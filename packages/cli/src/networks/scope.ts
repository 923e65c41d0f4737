import type { Bot, Client } from "@botyard/client";
import { findBot } from "../bots/find-bot.ts";
import type { Argument, Option } from "../command.ts";
import { usage } from "../failure.ts";

export interface ScopeOptions {
  all?: boolean;
  user?: string;
  host?: string;
}

export const optionalBot: Argument = {
  name: "bot_id",
  help: "the bot's id, the beginning of its id, or its name",
  optional: true,
  completes: "bots",
};

export const scopeOptions: readonly Option[] = [
  { flags: "--all", help: "all of your bots, also those that are created later" },
  { flags: "--user <name>", help: "with --all: the bots of another user, or of all; only for admins" },
  { flags: "--host <name>", help: "one host or local service (default: everything)" },
];

/**
 * Returns the bot that is named, or `undefined` for all bots.
 *
 * @throws {Failure} exit code 2 if neither or both are given
 */
export async function scopeOf(
  client: Client,
  named: string | undefined,
  { all, user }: ScopeOptions,
): Promise<Bot | undefined> {
  if ((named === undefined) === (all !== true)) throw usage("Name a bot, or write --all.");
  if (user !== undefined && !all) throw usage("--user needs --all.");
  return named === undefined ? undefined : findBot(client, named);
}
