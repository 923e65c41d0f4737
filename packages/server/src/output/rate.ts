/**
 * Limits the log lines of a bot: `perSecond` sustained, plus a burst. While output is unread, all elapsed time counts,
 * since the output may have been written at any time; once everything is read, the allowance is capped at the burst.
 */
export class Rate {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #at: number;
  #idle = false;

  /** @param since when collecting stopped before, in milliseconds since 1970 */
  constructor(perSecond: number, burst: number, since: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#at = since;
  }

  /** Returns how many of `wanted` lines are allowed. */
  take(wanted: number, now: number): number {
    if (wanted === 0) return 0;
    const elapsed = Math.max(0, now - this.#at) / 1000;
    // After a pause the output is new, so at most one second of it can have been written unnoticed.
    this.#tokens += this.#perSecond * (this.#idle ? Math.min(elapsed, 1) : elapsed);
    this.#at = now;
    this.#idle = false;
    const taken = Math.min(wanted, Math.floor(this.#tokens));
    this.#tokens -= taken;
    return taken;
  }

  /** Call when everything is read; caps the unused allowance at the burst. */
  rest(now: number): void {
    this.#tokens = Math.min(
      this.#burst,
      this.#tokens + (this.#perSecond * Math.max(0, now - this.#at)) / 1000,
    );
    this.#at = now;
    this.#idle = true;
  }
}
