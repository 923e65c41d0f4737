import { EventEmitter } from "node:events";
import type { Clock } from "../clock.ts";
import { PlatformError } from "../errors/platform-error.ts";
import type { Caller } from "./caller.ts";

/** What can be revoked: an API key, a browser session, or all access of a user. */
export type Revoked = { kind: "key" | "session" | "user"; id: string };

const rememberedAtMost = 10_000;

/** Announces revoked access, so that what was opened with it ends. */
export class Revocations {
  readonly #clock: Clock;
  readonly #ends = new EventEmitter().setMaxListeners(0);
  /** The last ones, for requests that were authenticated before and listen after. */
  readonly #recent = new Set<string>();
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Increases with every revocation, so that a row read just before one is not cached after it. */
  get count(): number {
    return this.#count;
  }

  /** Call after the store has committed it. */
  announce({ kind, id }: Revoked): void {
    this.#count++;
    const name = `${kind} ${id}`;
    if (this.#recent.size >= rememberedAtMost) this.#recent.clear();
    this.#recent.add(name);
    this.#ends.emit("any", { kind, id });
    this.#ends.emit(name);
  }

  /** Call when a user may sign in again. */
  takeBack({ kind, id }: Revoked): void {
    this.#count++;
    this.#recent.delete(`${kind} ${id}`);
    this.#ends.emit("any", { kind, id });
  }

  /** Calls `listener` for every change of access. */
  onAny(listener: (revoked: Revoked) => void): void {
    this.#ends.on("any", listener);
  }

  /**
   * Calls `listener` with the reason when the caller's access ends: its key is revoked or expires, its session ends, or
   * its user is disabled.
   *
   * @returns a function that stops listening
   */
  onEnd(caller: Caller, listener: (reason: PlatformError) => void): () => void {
    const { key } = caller;
    const unhook: (() => void)[] = [];
    const end = (reason: PlatformError) => {
      for (const step of unhook.splice(0)) step();
      listener(reason);
    };
    const on = (kind: Revoked["kind"], id: string | undefined, reason: () => PlatformError) => {
      if (id === undefined) return;
      const told = () => end(reason());
      this.#ends.on(`${kind} ${id}`, told);
      unhook.push(() => this.#ends.off(`${kind} ${id}`, told));
    };
    const session = caller.signed_in_by === "session";
    const gone = () => (session ? sessionEnded() : keyEnded("The API key was revoked."));
    on(session ? "session" : "key", key.id, gone);
    on("key", caller.opened_with, gone);
    on("user", caller.user_id, () => (session ? sessionEnded() : keyEnded("The user was disabled.")));
    const names = [`${session ? "session" : "key"} ${key.id}`, `user ${caller.user_id}`];
    if (names.some((name) => this.#recent.has(name))) end(gone());
    else if (key.expires_at !== undefined) {
      const expired = () => (session ? sessionEnded() : keyEnded("The API key has expired."));
      unhook.push(this.#at(key.expires_at, () => end(expired())));
    }
    return () => {
      for (const step of unhook.splice(0)) step();
    };
  }

  #at(time: string, ring: () => void): () => void {
    let disarm = () => {};
    // A timer may fire early, because timers have a maximum delay.
    const arm = () => {
      const left = Date.parse(time) - this.#clock.now().getTime();
      if (left <= 0) ring();
      else disarm = this.#clock.after(left, arm);
    };
    arm();
    return () => disarm();
  }
}

const keyEnded = (why: string) => new PlatformError("api_key_invalid", why, { headers: challenge });
const sessionEnded = () => new PlatformError("session_ended", undefined, { headers: challenge });

/** Header of a refusal for lack of a valid key. */
export const challenge = { "www-authenticate": "ApiKey" };
