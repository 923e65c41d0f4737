/** How much of something is in use by one bot, within a limit of its own and that of all bots. */
export class Budget {
  readonly #limit: number;
  readonly #whole: Budget | undefined;
  #used = 0;

  constructor(limit: number, whole?: Budget) {
    this.#limit = limit;
    this.#whole = whole;
  }

  /** Returns false, and takes nothing, if this would exceed a limit. */
  take(amount: number): boolean {
    if (this.#used + amount > this.#limit || this.#whole?.take(amount) === false) return false;
    this.#used += amount;
    return true;
  }

  give(amount: number): void {
    this.#used -= amount;
    this.#whole?.give(amount);
  }
}
