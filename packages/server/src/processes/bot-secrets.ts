import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { Bot } from "../model/model.ts";
import { type Opened, SecretUnavailableError, type Vault } from "../secrets/index.ts";
import type { EngineStore, StoredLaunch } from "../store/index.ts";
import type { Packages } from "./packages.ts";

interface BotSecretsOptions {
  store: EngineStore;
  packages: Packages;
  vault: Vault;
  clock: Clock;
  log: Logger;
}

/** Opens the secrets of bots for their processes. */
export class BotSecrets {
  readonly #options: BotSecretsOptions;

  constructor(options: BotSecretsOptions) {
    this.#options = options;
  }

  /** Returns why a bot cannot be started for lack of a secret. */
  async obstacle(bot: Bot): Promise<string | undefined> {
    const { packages, vault } = this.#options;
    // A package that is missing is told by the start.
    const described = await packages.describe(bot).catch(() => undefined);
    if (!described) return undefined;
    try {
      await vault.open(bot, described.schema);
      return undefined;
    } catch (error) {
      if (error instanceof SecretUnavailableError) return error.message;
      throw error;
    }
  }

  /**
   * Returns the config of a bot with the values of its secrets, and notes their use.
   * @throws {SecretUnavailableError} if one of them does not exist or cannot be read
   */
  async open(bot: Bot): Promise<Opened> {
    const { vault, store, packages, clock, log } = this.#options;
    const opened = await vault.open(bot, (await packages.describe(bot)).schema);
    const names = Object.keys(opened.versions);
    if (names.length > 0)
      await store
        .touchSecrets(bot.owner_id, names, { at: clock.now().toISOString(), botId: bot.bot_id })
        .catch((error) =>
          log.warn({ err: error, bot: bot.bot_id }, "The use of secrets could not be noted."),
        );
    return opened;
  }

  /** Whether the process has the versions of secrets that running bots must have. */
  async areApplied({ stored }: { stored: StoredLaunch }, { owner_id }: Bot): Promise<boolean> {
    const names = Object.keys(stored.secrets ?? {});
    if (names.length === 0) return true;
    const applied = await this.#options.store.appliedVersions(owner_id, names);
    return applied.every(({ name, applied_version }) => applied_version <= stored.secrets![name]!);
  }
}
