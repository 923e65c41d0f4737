import { type QuotaName, quotas, requireRoom } from "../quotas.ts";
import type { Settings } from "../settings.ts";

/** Counts what each user has open of one quota. */
export class OpenCount {
  readonly #name: QuotaName;
  readonly #limit: number;
  readonly #open = new Map<string, number>();

  constructor(name: QuotaName, settings: Settings) {
    this.#name = name;
    this.#limit = settings[quotas[name].setting];
  }

  of(userId: string): number {
    return this.#open.get(userId) ?? 0;
  }

  /**
   * Counts one more. The returned function counts it no longer.
   *
   * @throws {PlatformError} the code of the quota, if the user has as many as it may
   */
  enter(userId: string): () => void {
    const used = this.of(userId);
    requireRoom(this.#name, { used, more: 1, limit: this.#limit });
    this.#open.set(userId, used + 1);
    return () => {
      const left = this.of(userId) - 1;
      if (left > 0) this.#open.set(userId, left);
      else this.#open.delete(userId);
    };
  }
}

/** What the users of a platform have open. */
export interface OpenCounts {
  streams: OpenCount;
  queries: OpenCount;
}

export const openCounts = (settings: Settings): OpenCounts => ({
  streams: new OpenCount("streams", settings),
  queries: new OpenCount("queries", settings),
});
