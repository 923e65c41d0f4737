/** A change may have been made: the store cannot say it now. */
export class InDoubt extends Error {
  /** Whether it was made, once that is known. Rejects if the store is closed before. */
  readonly outcome: Promise<boolean>;

  constructor(outcome: Promise<boolean>, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "InDoubt";
    this.outcome = outcome;
    // Nobody may ask for it.
    outcome.catch(() => {});
  }
}

/**
 * Has what follows a change be done, although it is refused with `store_unavailable`, if it turns out that it was made.
 * @param error why it was refused
 */
export function onceMade(error: unknown, follow: () => unknown): void {
  void doubtOf(error)
    ?.outcome.then((isMade) => isMade && follow())
    .catch(() => {});
}

/** Returns why it is not known whether a change was made, if that is so. */
export function doubtOf(error: unknown): InDoubt | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof InDoubt) return cause;
  return undefined;
}
