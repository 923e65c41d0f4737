import { setTimeout } from "node:timers/promises";
import { InDoubt } from "../../errors/in-doubt.ts";
import { isFuture } from "./errors.ts";
import type { Link } from "./link.ts";
import { away, type Patience, repeated, unavailable } from "./patience.ts";

/** A transaction of this process. */
export interface Begun {
  /** Its number among those of this owner. */
  readonly number: number;
  /** What the server calls it. */
  xid: string;
}

/** The connection ended while a transaction was committed. Code 08007: transaction resolution unknown. */
export class CommitUnknownError extends Error {
  readonly code = "08007";
  readonly begun: Begun;

  constructor(begun: Begun, cause: unknown) {
    super("The connection to the database ended during a commit.", { cause });
    this.begun = begun;
  }
}

/** The numbers of transactions. */
export class Commits {
  #last = 0;
  readonly #open = new Set<number>();

  begin(): Begun {
    const number = ++this.#last;
    this.#open.add(number);
    return { number, xid: "" };
  }

  /** Call when the outcome of a transaction is known, and nobody will ask for it. */
  settled({ number }: Begun): void {
    this.#open.delete(number);
  }

  /** The first number whose outcome may be asked for. */
  get firstOpen(): number {
    // Numbers are added in their order.
    return this.#open.values().next().value ?? this.#last + 1;
  }
}

export interface CommitSessions extends Patience {
  readonly link: Link;
  readonly epoch: number;
  readonly commits: Commits;
}

/**
 * Has a transaction take effect once: it is repeated if it was not committed, and not if it was and only the answer of the
 * server was lost.
 *
 * @param transaction runs it, and passes its result to `keep` before the commit
 * @throws {PlatformError} `store_unavailable`, as {@link repeated}; caused by {@link InDoubt} if it may have been committed
 */
export function committed<T>(
  sessions: CommitSessions,
  transaction: (keep: (result: T) => void) => Promise<T>,
): Promise<T> {
  return repeated(sessions, async () => {
    const results: T[] = [];
    try {
      const result = await transaction((result) => results.push(result));
      sessions.space.sufficed();
      return result;
    } catch (error) {
      if (!(error instanceof CommitUnknownError)) throw error;
      if (!(await wasCommitted(sessions, error))) throw error;
      return results[0] as T;
    }
  });
}

const isPatient = ({ unreachableMs, closing }: CommitSessions): boolean =>
  unreachableMs === Number.POSITIVE_INFINITY && !closing.aborted;

async function wasCommitted(sessions: CommitSessions, error: CommitUnknownError): Promise<boolean> {
  const { begun } = error;
  const settled = () => sessions.commits.settled(begun);
  /** It is still asked for, so that what follows a commit can be done when it is known. */
  const inDoubt = (why: unknown) => {
    const outcome = outcomeOf({ ...sessions, unreachableMs: Number.POSITIVE_INFINITY }, begun);
    return new InDoubt(outcome.finally(settled) as Promise<boolean>, why);
  };
  const found = await outcomeOf(sessions, begun).catch((why: unknown) => {
    if (!isPatient(sessions)) throw away(why, inDoubt(why));
    return undefined;
  });
  // Who has time must know it: what may have been committed must not be done again.
  if (found === undefined && isPatient(sessions)) {
    await setTimeout(1_000, undefined, { signal: sessions.closing }).catch(() => {});
    return wasCommitted(sessions, error);
  }
  if (found === undefined) throw unavailable("has not finished a commit", inDoubt(error));
  settled();
  return found;
}

/** Whether a transaction was committed. `undefined` if it is still on its way after a time. */
async function outcomeOf(sessions: CommitSessions, { number, xid }: Begun): Promise<boolean | undefined> {
  const { link, epoch, answerMs } = sessions;
  const until = performance.now() + sessions.unreachableMs;
  const ask = async (sql: string, values: unknown[]) =>
    (await repeated(sessions, () => link.query<{ is: boolean }>(sql, values, answerMs))).rows[0]!.is;
  const isOpen = () =>
    ask("select coalesce(pg_xact_status($1::xid8) = 'in progress', false) as is", [xid]).catch((error) => {
      if (isFuture(error)) return false;
      throw error;
    });
  for (let waits = 0; await isOpen(); waits++) {
    if (performance.now() >= until) return undefined;
    // A standby that must have it may be away for long.
    await setTimeout(Math.min(50 * 2 ** waits, 1_000));
  }
  return ask("select exists (select from commits where epoch = $1 and number = $2) as is", [epoch, number]);
}
