import type { Argument, Option } from "../command.ts";

/** The argument of every command that is about one bot. */
export const namedBot: Argument = {
  name: "bot_id",
  help: "the bot: its id, the beginning of it, or its name",
  completes: "bots",
};

/** The options of every command that has a bot come up. */
export const waitOptions: readonly Option[] = [
  { flags: "-d, --detach", help: "do not wait for the bot to come up" },
  { flags: "--timeout <span>", help: "how long to wait for it; 60s unless said" },
];
