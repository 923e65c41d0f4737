/**
 * How many lines a bot may still say: `perSecond` sustained, `burst` more at once. While some of its output is unread
 * every moment counts, for it may have written it at any of them; once all is read it starts afresh.
 */
export class Rate {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #at: number;
  #idle = false;

  /** @param since nobody has listened since then */
  constructor(perSecond: number, burst: number, since: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#at = since;
  }

  /** How many of `wanted` lines may pass. */
  take(wanted: number, now: number): number {
    if (wanted === 0) return 0;
    const elapsed = Math.max(0, now - this.#at) / 1000;
    // What woke us was written since we looked last, and waking up takes no longer than that.
    this.#tokens += this.#perSecond * (this.#idle ? Math.min(elapsed, 1) : elapsed);
    this.#at = now;
    this.#idle = false;
    const taken = Math.min(wanted, Math.floor(this.#tokens));
    this.#tokens -= taken;
    return taken;
  }

  /** Everything is read: what was not used is worth a burst at most. */
  rest(now: number): void {
    this.#tokens = Math.min(
      this.#burst,
      this.#tokens + (this.#perSecond * Math.max(0, now - this.#at)) / 1000,
    );
    this.#at = now;
    this.#idle = true;
  }
}
