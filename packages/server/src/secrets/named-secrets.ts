import type { Clock } from "../clock.ts";
import { PlatformError } from "../errors/platform-error.ts";
import type { Actor } from "../model/model.ts";
import type { SecretRow, ServiceStore } from "../store/index.ts";
import { aboutSecret, type Vault } from "./vault.ts";

type Store = Pick<
  ServiceStore,
  "listSecrets" | "findSecret" | "putSecret" | "applySecret" | "deleteSecret" | "botsWithSecret"
>;

/** Shorter values could not be recognised in the output of bots. */
export const leastCharacters = 6;
export const mostBytes = 16 * 1024;

/** A new value of a secret. */
export interface NewValue {
  value: string;
  /** Bots that run keep the value that they have until they are started again. */
  staged: boolean;
}

/** The named secrets of users. Their values can be set and not be read. */
export class NamedSecrets {
  readonly #store: Store;
  readonly #vault: Vault;
  readonly #clock: Clock;

  constructor(store: Store, vault: Vault, clock: Clock) {
    this.#store = store;
    this.#vault = vault;
    this.#clock = clock;
  }

  list(ownerId: string, page: { after?: string | undefined; limit: number }): Promise<SecretRow[]> {
    return this.#store.listSecrets(ownerId, page);
  }

  /** @throws {PlatformError} `secret_not_found` */
  async get(ownerId: string, name: string): Promise<SecretRow> {
    const found = await this.#store.findSecret(ownerId, name);
    if (!found) throw new PlatformError("secret_not_found", `There is no secret "${name}".`);
    return found;
  }

  usedBy(ownerId: string, name: string): Promise<{ bot_id: string; name: string }[]> {
    return this.#store.botsWithSecret(ownerId, name);
  }

  /**
   * Sets the value of a secret, which need not exist. The value that it has is no new one.
   * @throws {PlatformError} `secrets_unavailable`, `quota_exceeded`
   */
  async set(
    ownerId: string,
    name: string,
    { value, staged }: NewValue,
    actor: Actor,
  ): Promise<{ secret: SecretRow; isNew: boolean }> {
    const known = await this.#store.findSecret(ownerId, name);
    const [last] = known ? await this.#vault.knownValues(ownerId, [name]) : [];
    if (known && last === value) return { secret: known, isNew: false };
    const at = this.#clock.now().toISOString();
    await this.#store.putSecret({ ownerId, name, at, actor, staged }, (version) =>
      this.#vault.seal(value, aboutSecret(ownerId, name, version)),
    );
    return { secret: await this.get(ownerId, name), isNew: true };
  }

  /**
   * Has bots that run with an earlier value be restarted.
   * @throws {PlatformError} `secret_not_found`
   */
  async apply(ownerId: string, name: string): Promise<SecretRow> {
    await this.#store.applySecret(ownerId, name);
    return this.get(ownerId, name);
  }

  /**
   * Deletes a secret with all its values.
   * @throws {PlatformError} `secret_not_found`, `secret_in_use`
   */
  async delete(ownerId: string, name: string, force: boolean): Promise<void> {
    await this.get(ownerId, name);
    const users = force ? [] : await this.usedBy(ownerId, name);
    if (users.length > 0) {
      const first = users.slice(0, 5).map((bot) => bot.name);
      const others = users.length > first.length ? ` and ${users.length - first.length} more` : "";
      throw new PlatformError(
        "secret_in_use",
        `The secret "${name}" is used by ${first.join(", ")}${others}.`,
      );
    }
    await this.#store.deleteSecret(ownerId, name, this.#clock.now().toISOString());
  }
}
