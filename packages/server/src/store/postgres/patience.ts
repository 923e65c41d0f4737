import { setTimeout } from "node:timers/promises";
import { PlatformError } from "../../errors/platform-error.ts";
import { isConflict, isConnectionLost, isDuplicate } from "./errors.ts";

/** How often a transaction is repeated that met others. Each time, one of those that met is committed. */
const mostConflicts = 50;
/** How often one is repeated that would have made a key twice. */
const mostDuplicates = 3;

export interface Patience {
  /** How long a server that cannot be reached is waited for, in milliseconds. */
  unreachableMs: number;
  /** Aborted when the store is closed. */
  closing: AbortSignal;
}

/**
 * Repeats work that failed without effect: because the server could not be reached, or because of concurrent transactions.
 * @throws {PlatformError} `store_unavailable` if the server stays unreachable
 */
export async function repeated<T>({ unreachableMs, closing }: Patience, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + unreachableMs;
  for (let conflicts = 0, duplicates = 0, lost = 0; ; ) {
    try {
      return await work();
    } catch (error) {
      if (isConflict(error) && conflicts < mostConflicts) {
        await setTimeout(Math.random() * 2 ** Math.min(++conflicts, 7));
      } else if (isDuplicate(error) && duplicates < mostDuplicates) {
        await setTimeout(Math.random() * 2 ** duplicates++);
      } else if (isConnectionLost(error)) {
        if (closing.aborted || performance.now() >= until) throw unreachable(error);
        await setTimeout(Math.min(50 * 2 ** lost++, 1_000), undefined, { signal: closing }).catch(() => {});
      } else throw error;
    }
  }
}

function unreachable(cause: unknown): PlatformError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new PlatformError("store_unavailable", `The database server cannot be reached: ${why}.`, { cause });
}
