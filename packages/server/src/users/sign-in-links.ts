import type { Clock } from "../clock.ts";
import type { ServiceStore } from "../store/index.ts";
import { hashToken, makeToken } from "./tokens.ts";

const minute = 60_000;

/** Links that sign a user in once, without a key. */
export class SignInLinks {
  readonly #store: ServiceStore;
  readonly #clock: Clock;

  constructor(store: ServiceStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Creates a link. `path` is to be appended to the platform's address; only its hash is stored. */
  async create(userId: string, minutes: number): Promise<{ path: string; expires_at: string }> {
    const now = this.#clock.now();
    const { text, hash } = makeToken();
    const expires_at = new Date(now.getTime() + minutes * minute).toISOString();
    await this.#store.insertSignInLink({ hash, user_id: userId, expires_at }, now.toISOString());
    return { path: `/sign-in?code=${text}`, expires_at };
  }

  /** Returns the user of a link, which cannot be used again; `undefined` if it is unknown, used or expired. */
  use(code: string): Promise<string | undefined> {
    return this.#store.takeSignInLink(hashToken(code), this.#clock.now().toISOString());
  }
}
