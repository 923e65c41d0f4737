import { secretPaths, secretReferences } from "@botyard/manifest";
import type { Bot } from "../model/model.ts";
import { SecretUnavailableError, type Vault } from "../secrets/index.ts";
import type { EngineStore } from "../store/index.ts";
import { Masker } from "./masking/masker.ts";

/** Provides the masker of each bot, for the secrets of its current and earlier configs. */
export class Maskers {
  readonly #store: EngineStore;
  readonly #vault: Vault;
  readonly #schemaOf: (bot: Bot) => Promise<Record<string, unknown>>;
  readonly #maskers = new Map<string, { revision: number; masker: Masker; values: ReadonlySet<string> }>();
  /** Incremented when a masker is forgotten, so that one made just before is not kept. */
  #changes = 0;

  /** @param schemaOf returns bot-schema.json of a bot's version */
  constructor(store: EngineStore, vault: Vault, schemaOf: (bot: Bot) => Promise<Record<string, unknown>>) {
    this.#store = store;
    this.#vault = vault;
    this.#schemaOf = schemaOf;
  }

  /** @param opened the config that a process is given: its secrets may be newer than those that are known here */
  async maskerOf(bot: Bot, opened?: Record<string, unknown>): Promise<Masker> {
    const known = this.#maskers.get(bot.bot_id);
    const given = opened ? await this.#given(bot, opened) : [];
    if (known?.revision === bot.revision && given.every((value) => known.values.has(value)))
      return known.masker;
    const before = this.#changes;
    // A process with an earlier config may still be running, and a rotated key may still be valid elsewhere.
    const configs = [bot.config, ...(await this.#store.pastConfigs(bot.bot_id))];
    const schema = await this.#schemaOf(bot).catch(() => ({}));
    const names = configs.flatMap((config) => secretReferences(schema, config).map(({ name }) => name));
    const values = new Set([
      ...configs.flatMap((config) => this.#ownSecrets(schema, config, bot.bot_id)),
      ...(await this.#vault.knownValues(bot.owner_id, names)),
      ...given,
    ]);
    const masker = new Masker([...values]);
    if (before === this.#changes) this.#maskers.set(bot.bot_id, { revision: bot.revision, masker, values });
    return masker;
  }

  async #given(bot: Bot, opened: Record<string, unknown>): Promise<string[]> {
    const schema = await this.#schemaOf(bot).catch(() => ({}));
    return secretPaths(schema, opened).map(({ value }) => value);
  }

  /** What cannot be read cannot be in the output of a process either. */
  #ownSecrets(schema: Record<string, unknown>, config: Record<string, unknown>, botId: string): string[] {
    try {
      return secretPaths(schema, this.#vault.openConfig(config, botId)).map(({ value }) => value);
    } catch (error) {
      if (error instanceof SecretUnavailableError) return [];
      throw error;
    }
  }

  /** Has the masker made again: a secret that the bot uses has a new value. */
  forget(botId: string): void {
    this.#changes++;
    this.#maskers.delete(botId);
  }
}
