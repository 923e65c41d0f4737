import { Counts } from "../concurrency/counts.ts";
import { type QuotaName, quotas, requireRoom } from "../settings/quotas.ts";
import type { Settings } from "../settings/settings.ts";

/** Counts what each user has open of one quota. */
export class OpenCount {
  readonly #name: QuotaName;
  readonly #limit: number;
  readonly #open = new Counts();

  constructor(name: QuotaName, settings: Settings) {
    this.#name = name;
    this.#limit = settings[quotas[name].setting];
  }

  of(userId: string): number {
    return this.#open.of(userId);
  }

  /**
   * Counts one more. The returned function counts it no longer.
   *
   * @throws {PlatformError} the code of the quota, if the user has as many as it may
   */
  enter(userId: string): () => void {
    requireRoom(this.#name, { used: this.of(userId), more: 1, limit: this.#limit });
    return this.#open.enter(userId);
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
