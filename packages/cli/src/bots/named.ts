import type { Argument, Option } from "../command.ts";

/** The argument that names a bot. */
export const namedBot: Argument = {
  name: "bot_id",
  help: "the bot's id, the beginning of its id, or its name",
  completes: "bots",
};

/** The options of commands that start a bot. */
export const waitOptions: readonly Option[] = [
  { flags: "-d, --detach", help: "do not wait for the bot to start" },
  { flags: "--timeout <duration>", help: "how long to wait (default: 60s)" },
];
