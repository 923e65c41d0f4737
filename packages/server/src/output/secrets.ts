import { secretPaths } from "@botyard/manifest";
import type { Bot } from "../model/model.ts";
import type { EngineStore } from "../store/index.ts";
import { Masker } from "./masking/masker.ts";

/** Provides the masker of each bot, for the secrets in its current and earlier configs. */
export class Secrets {
  readonly #store: EngineStore;
  readonly #schemaOf: (bot: Bot) => Promise<Record<string, unknown>>;
  readonly #maskers = new Map<string, { revision: number; masker: Masker }>();

  /** @param schemaOf returns bot-schema.json of a bot's version */
  constructor(store: EngineStore, schemaOf: (bot: Bot) => Promise<Record<string, unknown>>) {
    this.#store = store;
    this.#schemaOf = schemaOf;
  }

  async maskerOf(bot: Bot): Promise<Masker> {
    const known = this.#maskers.get(bot.bot_id);
    if (known?.revision === bot.revision) return known.masker;
    // A process with an earlier config may still be running, and a rotated key may still be valid elsewhere.
    const configs = [bot.config, ...(await this.#store.pastConfigs(bot.bot_id))];
    const schema = await this.#schemaOf(bot).catch(() => ({}));
    const values = new Set(
      configs.flatMap((config) => secretPaths(schema, config).map(({ value }) => value)),
    );
    const masker = new Masker([...values]);
    this.#maskers.set(bot.bot_id, { revision: bot.revision, masker });
    return masker;
  }

  forget(botId: string): void {
    this.#maskers.delete(botId);
  }
}
