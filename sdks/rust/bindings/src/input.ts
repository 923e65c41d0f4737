import type { Engine } from "./engine.ts";
import { check } from "./errors.ts";
import type { JsonObject } from "./json.ts";

/** What the platform gives to a bot. */
export interface Input {
  /**
   * Reads the bot id and the config from two environment variables [IN-1, IN-2].
   *
   * @throws {BotyardError} `input.missing_bot_id`, `input.missing_bot_config`, `input.invalid_bot_config`,
   * `input.config_not_object`, checked in this order
   */
  parse(environment: { BOT_ID?: string | undefined; BOT_CONFIG?: string | undefined }): {
    botId: string;
    config: JsonObject;
  };
}

export const inputOf = (engine: Engine): Input => ({
  parse({ BOT_ID: botId, BOT_CONFIG: config }) {
    check(engine.checkInput(botId, config));
    return { botId: botId!, config: JSON.parse(config!) };
  },
});
