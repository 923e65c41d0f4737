import type { Clock } from "../clock.ts";
import { onceMade } from "../errors/in-doubt.ts";
import { secretMatches } from "../keys/key.ts";
import { newId } from "../model/ids.ts";
import type { Settings } from "../settings/settings.ts";
import type { ServiceStore } from "../store/index.ts";
import { type Caller, type Scope, scopes } from "./caller.ts";
import type { Revocations } from "./revocations.ts";
import { hashToken, makeToken } from "./tokens.ts";

/** Minimum time between two updates of a session's last use. */
const touchEveryMs = 60_000;
const minute = 60_000;
const day = 24 * 60 * minute;

export interface Opened {
  /** For the cookie, which the browser sends to every port of the host. */
  token: string;
  /** For the storage of the page, which no page of another port can read. Without it the token is of no use. */
  pageKey: string;
  caller: Caller;
  expires_at: string;
}

/**
 * Browser sessions. A session ends after some time without use, and at the latest at its time of expiry. What a page does
 * by itself is no use.
 */
export class Sessions {
  readonly #store: ServiceStore;
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #longestMs: number;
  readonly #revocations: Revocations;

  constructor(
    store: ServiceStore,
    clock: Clock,
    { sessionIdleMinutes, sessionDays }: Pick<Settings, "sessionIdleMinutes" | "sessionDays">,
    revocations: Revocations,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#idleMs = sessionIdleMinutes * minute;
    this.#longestMs = sessionDays * day;
    this.#revocations = revocations;
  }

  /** Opens a session with the scopes of an API key; it ends with the key at the latest. */
  openWith({ user_id, key }: Caller): Promise<Opened> {
    return this.#open(user_id, key.scopes, key);
  }

  /** Opens a session with all scopes for a user, who has used a sign-in link. */
  openFor(userId: string): Promise<Opened> {
    return this.#open(userId, scopes);
  }

  /**
   * Returns the caller of a session; `undefined` if it is unknown or has ended, or the page key is not its own.
   *
   * @param idleMs how long ago the user did something, as far as the request says
   */
  async authenticate(token: string, pageKey: string, idleMs = 0): Promise<Caller | undefined> {
    const row = await this.#find(token);
    if (!row || !secretMatches(pageKey, row.page_key_hash)) return undefined;
    const seen = Date.parse(row.seen_at);
    const used = this.#clock.now().getTime() - idleMs;
    // On a full disk a valid session must still allow reading.
    if (used - seen >= Math.min(touchEveryMs, this.#idleMs / 4))
      await this.#store.touchSession(row.id, new Date(used).toISOString()).catch(() => undefined);
    return {
      user_id: row.user_id,
      user_name: row.user_name,
      role: row.role,
      signed_in_by: "session",
      key: {
        id: row.id,
        name: "browser session",
        scopes: JSON.parse(row.scopes) as Scope[],
        expires_at: row.expires_at,
      },
      ...(row.key_id !== null && { opened_with: row.key_id }),
    };
  }

  /** Whether there is a session with this token. It is no use of the session, and permits nothing. */
  async exists(token: string): Promise<boolean> {
    return (await this.#find(token)) !== undefined;
  }

  async #find(token: string) {
    const row = await this.#store.sessionByHash(hashToken(token));
    if (!row || row.disabled_at !== null) return undefined;
    const now = this.#clock.now();
    const isIdle = now.getTime() - Date.parse(row.seen_at) >= this.#idleMs;
    return isIdle || row.expires_at <= now.toISOString() ? undefined : row;
  }

  /**
   * Ends the session of a caller once it has not been used for too long, while something is open that asks for nothing,
   * such as a stream. Returns a function that stops waiting for it.
   */
  endWhenIdle(caller: Caller): () => void {
    let disarm = () => {};
    let stopped = caller.signed_in_by !== "session";
    const check = async () => {
      const seen = await this.#store.sessionSeenAt(caller.key.id);
      if (stopped || seen === undefined) return;
      const left = Date.parse(seen) + this.#idleMs - this.#clock.now().getTime();
      if (left <= 0) await this.end(caller);
      else disarm = this.#clock.after(left, look);
    };
    // A store that fails is asked again.
    const look = () =>
      void check().catch(() => {
        if (!stopped) disarm = this.#clock.after(touchEveryMs, look);
      });
    if (!stopped) look();
    return () => {
      stopped = true;
      disarm();
    };
  }

  /** Signs out. Streams that the session has opened end. */
  async end({ key }: Caller): Promise<void> {
    const announce = () => this.#revocations.announce({ kind: "session", id: key.id });
    await this.#store.deleteSession(key.id).catch((error) => {
      onceMade(error, announce);
      throw error;
    });
    announce();
  }

  async #open(
    userId: string,
    given: readonly Scope[],
    key?: { id: string; expires_at?: string },
  ): Promise<Opened> {
    const now = this.#clock.now();
    const token = makeToken();
    const pageKey = makeToken();
    const latest = new Date(now.getTime() + this.#longestMs).toISOString();
    const expires_at = key?.expires_at !== undefined && key.expires_at < latest ? key.expires_at : latest;
    const idleSince = new Date(now.getTime() - this.#idleMs).toISOString();
    await this.#store.insertSession(
      {
        id: newId("ses", now.getTime()),
        user_id: userId,
        token_hash: token.hash,
        page_key_hash: pageKey.hash,
        key_id: key?.id ?? null,
        scopes: JSON.stringify(given),
        created_at: now.toISOString(),
        seen_at: now.toISOString(),
        expires_at,
      },
      idleSince,
    );
    const caller = await this.authenticate(token.text, pageKey.text);
    if (!caller) throw new Error("The session ended while it was opened.");
    return { token: token.text, pageKey: pageKey.text, caller, expires_at };
  }
}
