import { configAs, type JsonObject, parseInput, type Schema } from "@botyard/core";
import { variable } from "./process/environment.ts";

/**
 * Reads the bot's id and config from `BOT_ID` and `BOT_CONFIG`, at each call anew. An empty variable counts as unset
 * [IN-1, IN-4].
 *
 * @typeParam Config type of the config by the bot's configuration schema; it is not checked here
 * @returns the bot id, which is never empty, and a new copy of the config
 * @throws {BotyardError} `input.missing_bot_id` or `input.missing_bot_config` if a variable is unset,
 * `input.invalid_bot_config` if the config is not JSON, `input.config_not_object` if it is JSON but no object [IN-2]
 * @example
 * const { botId, config } = input.parse<{ symbol: string }>();
 * console.log(`${botId} watches ${config.symbol}`); // b-1 watches AAPL
 */
export function parse<Config extends object = JsonObject>(): { botId: string; config: Config };
/**
 * Reads the bot's id, and its config as a schema says [IN-6].
 *
 * @param schema of zod, valibot, arktype or another library that follows Standard Schema
 * @throws {BotyardError} also `input.wrong_type`, with the path of the first part of the config that does not fit
 * @throws {TypeError} if the schema is asynchronous
 */
export function parse<Config>(schema: Schema<Config>): { botId: string; config: Config };
export function parse(schema?: Schema<unknown>): { botId: string; config: unknown } {
  const { botId, config } = parseInput({ BOT_ID: variable("BOT_ID"), BOT_CONFIG: variable("BOT_CONFIG") });
  return { botId, config: schema === undefined ? config : configAs(config, schema) };
}
