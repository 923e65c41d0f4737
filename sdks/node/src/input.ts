import { type JsonObject, parseInput } from "@botyard/core";
import { variable } from "./process/environment.ts";

/**
 * Reads what the platform tells the bot about itself: `BOT_ID` and `BOT_CONFIG` [IN-1].
 *
 * @typeParam Config the shape that the bot's schema guarantees; it is not checked again here
 * @returns the bot id and the config, which is the caller's own to change
 * @throws {BotyardError} `input.missing_bot_id`, `input.missing_bot_config`, `input.invalid_bot_config`,
 * `input.config_not_object`
 * @example
 * const { botId, config } = input.parse<{ symbol: string }>();
 */
export function parse<Config extends object = JsonObject>(): { botId: string; config: Config } {
  const { botId, config } = parseInput({ BOT_ID: variable("BOT_ID"), BOT_CONFIG: variable("BOT_CONFIG") });
  return { botId, config: config as Config };
}
