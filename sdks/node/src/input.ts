import { type JsonObject, parseInput } from "@botyard/core";
import { variable } from "./process/environment.ts";

/**
 * Reads the bot's id and config from `BOT_ID` and `BOT_CONFIG` [IN-1].
 *
 * @typeParam Config type of the config by the bot's configuration schema; it is not checked here
 * @returns the bot id and a new copy of the config
 * @throws {BotyardError} `input.missing_bot_id`, `input.missing_bot_config`, `input.invalid_bot_config`,
 * `input.config_not_object`
 * @example
 * const { botId, config } = input.parse<{ symbol: string }>();
 */
export function parse<Config extends object = JsonObject>(): { botId: string; config: Config } {
  const { botId, config } = parseInput({ BOT_ID: variable("BOT_ID"), BOT_CONFIG: variable("BOT_CONFIG") });
  return { botId, config: config as Config };
}
