import type { Bot } from "../model/model.ts";

export interface StateEntry {
  key: string;
  bytes: number;
  updated_at: string;
}

/** Maximum size of a value, in bytes [ST-5]. */
export const stateValueBytes = 1024 * 1024;

/** What a new value of this length uses on the disk, in bytes. */
export const diskUseOf = (length: number) => Math.max(1, Math.ceil(length / 4096)) * 4096;

/** The stored value exceeds the size limit, for example because the bot wrote the file without an SDK. */
export class StateValueTooLargeError extends Error {
  constructor(key: string, bytes: number) {
    super(
      `The value of "${key}" is ${bytes} bytes; values of more than ${stateValueBytes} bytes are not returned.`,
    );
    this.name = "StateValueTooLargeError";
  }
}

/** A bot by its ids. The work on the files of bots takes turns by owner. */
type Of = Pick<Bot, "bot_id" | "owner_id">;

/** The state of all bots. Every verb throws the error of the contract for an invalid key. */
export interface States {
  /**
   * Returns up to `limit` keys after `after`, sorted by their UTF-8 bytes.
   * @throws {PlatformError} `rate_limited`, if the owner has too many listings in progress
   */
  list(bot: Of, page: { after?: string | undefined; limit: number }): Promise<StateEntry[]>;
  /** Returns the number of keys and the size of their values; `undefined` if there are more than `most` keys. */
  total(bot: Of, most: number): Promise<{ keys: number; bytes: number } | undefined>;
  /**
   * Returns the stored bytes of a value; `undefined` if the key does not exist.
   * @throws {StateValueTooLargeError} if the value exceeds {@link stateValueBytes}
   */
  read(botId: string, key: string): Promise<Uint8Array | undefined>;
  /** Returns how many bytes of the disk become free with a value; 0 if the key does not exist. */
  diskUse(botId: string, key: string): Promise<number>;
  /** Replaces a value. The caller must have checked that it is JSON, within the limit, and that the bot is stopped. */
  write(botId: string, key: string, value: Uint8Array): Promise<void>;
  /** Deletes a key. Returns whether it existed. */
  delete(botId: string, key: string): Promise<boolean>;
}
