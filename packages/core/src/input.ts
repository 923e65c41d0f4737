import { botyardError, kindOf } from "./errors/index.ts";
import { type JsonObject, type JsonValue, readJson } from "./json/index.ts";

/** A bot's id and config. */
export type Input = { botId: string; config: JsonObject };

/**
 * Reads the bot id and the config from two environment variables [IN-1, IN-2].
 *
 * @throws {BotyardError} `input.missing_bot_id`, `input.missing_bot_config`, `input.invalid_bot_config`,
 * `input.config_not_object`, checked in this order
 */
export function parseInput(environment: {
  BOT_ID?: string | undefined;
  BOT_CONFIG?: string | undefined;
}): Input {
  const { BOT_ID: botId, BOT_CONFIG: text } = environment;
  if (!botId) throw botyardError("input.missing_bot_id", {});
  if (!text) throw botyardError("input.missing_bot_config", {});
  return { botId, config: readConfig(text) };
}

function readConfig(text: string): JsonObject {
  let config: JsonValue;
  try {
    config = readJson(text);
  } catch (cause) {
    throw botyardError("input.invalid_bot_config", {}, cause);
  }
  if (!isJsonObject(config)) throw botyardError("input.config_not_object", { kind: kindOf(config) });
  return config;
}

function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
