import {
  isSecretReference,
  type PlacedReference,
  pointerOf,
  replacedIn,
  secretPlaces,
  secretReferences,
} from "@botyard/manifest";
import { PlatformError } from "../errors/platform-error.ts";
import type { Bot } from "../model/model.ts";
import type { SecretValueRow } from "../store/index.ts";
import { isSealed, type KeyRing, UnreadableSecretError } from "./key-ring.ts";
import type { LoadedKeys } from "./load-keys.ts";

type Config = Record<string, unknown>;

/** What the vault reads. */
export interface SecretStore {
  /** Returns the values of these secrets of a user, the newest version first. */
  secretValues(ownerId: string, names: readonly string[]): Promise<SecretValueRow[]>;
}

/** A secret cannot be used; the message names it and says what to do. */
export class SecretUnavailableError extends Error {
  readonly code = "secret_unavailable";
  readonly secret: string | undefined;
  constructor(why: string, secret?: string) {
    super(why);
    this.name = "SecretUnavailableError";
    this.secret = secret;
  }
}

/** What a config says with the values of its secrets, and which versions of named ones these are. */
export interface Opened {
  config: Config;
  versions: Record<string, number>;
}

const aboutConfig = (botId: string) => `config:${botId}`;
export const aboutSecret = (ownerId: string, name: string, version: number) =>
  `secret:${ownerId}:${name}:${version}`;

/** Encrypts the secrets of configs and the values of named secrets, and reads them where a process needs them. */
export class Vault {
  /** Why secrets can be neither read nor kept, in a sentence. */
  readonly obstacle: string | undefined;
  readonly ring: KeyRing;
  readonly #store: SecretStore;

  constructor(keys: LoadedKeys, store: SecretStore) {
    this.ring = keys.ring;
    this.obstacle = "obstacle" in keys ? keys.obstacle : undefined;
    this.#store = store;
  }

  /** @throws {PlatformError} `secrets_unavailable` if there is no key */
  seal(text: string, about: string): string {
    if (this.obstacle !== undefined) throw new PlatformError("secrets_unavailable", this.obstacle);
    return this.ring.seal(text, about);
  }

  /**
   * Returns a config as it is stored: its secrets are encrypted, references to named ones stay.
   * @throws {PlatformError} `secrets_unavailable`
   */
  sealConfig(schema: Config, config: Config, botId: string): Config {
    const places = new Set(secretPlaces(schema, config).map((path) => JSON.stringify(path)));
    return replacedIn(config, (value, path) => {
      if (typeof value === "object" && value !== null) return value;
      // What looks encrypted is encrypted, too: it could not be told from what is.
      if (!places.has(JSON.stringify(path)) && !isSealed(value)) return value;
      return value === "" ? value : this.seal(JSON.stringify(value), aboutConfig(botId));
    }) as Config;
  }

  /** Encrypts what looks like a reference and is none: before there were named secrets, it was a secret itself. */
  sealLookalikes(config: Config, botId: string): Config {
    return replacedIn(config, (value) =>
      isSecretReference(value)
        ? { secret: this.seal(JSON.stringify(value.secret), aboutConfig(botId)) }
        : value,
    ) as Config;
  }

  /**
   * Returns a stored config with its own secrets in clear, and references as they are.
   * @throws {SecretUnavailableError} if one of them cannot be read
   */
  openConfig(config: Config, botId: string): Config {
    return replacedIn(config, (value, path) => {
      if (!isSealed(value)) return value;
      try {
        return JSON.parse(this.ring.unseal(value, aboutConfig(botId)));
      } catch (error) {
        if (!(error instanceof UnreadableSecretError)) throw error;
        const why = this.obstacle ?? error.message;
        throw new SecretUnavailableError(
          `The secret at ${path.join(".")} of the config cannot be read. ${why}`,
        );
      }
    }) as Config;
  }

  /**
   * Returns the newest values of named secrets.
   * @throws {SecretUnavailableError} if one of them does not exist or cannot be read
   */
  async valuesOf(
    ownerId: string,
    names: readonly string[],
  ): Promise<Map<string, { value: string; version: number }>> {
    const wanted = [...new Set(names)];
    const rows = wanted.length === 0 ? [] : await this.#store.secretValues(ownerId, wanted);
    return new Map(
      wanted.map((name) => {
        const row = rows.find((one) => one.name === name);
        if (!row) throw new SecretUnavailableError(missing(name), name);
        return [name, { value: this.#read(ownerId, row), version: row.version }];
      }),
    );
  }

  /** Returns all stored values of named secrets that can be read, for masking. */
  async knownValues(ownerId: string, names: readonly string[]): Promise<string[]> {
    const rows = names.length === 0 ? [] : await this.#store.secretValues(ownerId, [...new Set(names)]);
    return rows.flatMap((row) => {
      try {
        return [this.#read(ownerId, row)];
      } catch (error) {
        if (error instanceof SecretUnavailableError) return [];
        throw error;
      }
    });
  }

  /**
   * Returns the config of a bot with the values of all its secrets, for a process.
   * @param schema bot-schema.json of its version
   * @throws {SecretUnavailableError} if one of them cannot be read
   */
  async open(
    { bot_id, owner_id, config }: Pick<Bot, "bot_id" | "owner_id" | "config">,
    schema: Config,
  ): Promise<Opened> {
    const references = secretReferences(schema, config);
    const opened = this.openConfig(config, bot_id);
    const values = await this.valuesOf(
      owner_id,
      references.map(({ name }) => name),
    );
    const versions = Object.fromEntries([...values].map(([name, { version }]) => [name, version]));
    return { config: withValues(opened, references, values), versions };
  }

  #read(ownerId: string, { name, version, sealed }: SecretValueRow): string {
    try {
      return this.ring.unseal(sealed, aboutSecret(ownerId, name, version));
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error;
      throw new SecretUnavailableError(
        `The secret "${name}" cannot be read. ${this.obstacle ?? error.message}`,
        name,
      );
    }
  }
}

const missing = (name: string) =>
  `There is no secret "${name}". Set it, for example with: platform secret set ${name}`;

/** Returns a copy of a config with values in the place of its references. */
export function withValues(
  config: Config,
  references: readonly PlacedReference[],
  values: ReadonlyMap<string, { value: string }>,
): Config {
  const names = new Map(references.map(({ path, name }) => [pointerOf(path), name]));
  return replacedIn(config, (value, path) => {
    const name = names.get(pointerOf(path));
    return name === undefined ? value : values.get(name)!.value;
  }) as Config;
}
