import { setTimeout } from "node:timers/promises";
import { DatabaseFullError } from "../../errors/database-full.ts";
import { PlatformError } from "../../errors/platform-error.ts";
import { whyAway } from "./away.ts";
import {
  isConflict,
  isConnectionLost,
  isDuplicate,
  isFailure,
  isFull,
  isInterrupted,
  isNotOwner,
  textOf,
} from "./errors.ts";
import type { Space } from "./space.ts";
import type { Waits } from "./waits.ts";

/** How often a transaction is repeated that met others. Each time, one of those that met is committed. */
const mostConflicts = 50;
/** How often one is repeated that would have made a key twice. */
const mostDuplicates = 8;

export interface Patience {
  /** How long a server that cannot be reached is waited for, in milliseconds. */
  readonly unreachableMs: number;
  /** How long it may take to answer one statement, in milliseconds. */
  readonly answerMs: number;
  /** Aborted when nothing may wait any more for a server that cannot be reached: the platform stops. */
  readonly closing: AbortSignal;
  readonly space: Space;
  readonly waits: Waits;
  /** Called when another process owns the store. */
  readonly onLost: () => void;
}

/**
 * Repeats work that failed without effect: because the server could not be reached, or because of concurrent transactions.
 * @throws {PlatformError} `store_unavailable` if the server stays unreachable or fails, or another process owns the store
 * @throws {DatabaseFullError} if a disk of the server is full
 */
export async function repeated<T>(
  { unreachableMs, closing, space, waits, onLost }: Patience,
  work: () => Promise<T>,
): Promise<T> {
  const since = performance.now();
  const until = since + unreachableMs;
  for (let conflicts = 0, duplicates = 0, lost = 0; ; ) {
    // Each attempt would take seconds if the server is silent.
    if (closing.aborted && waits.failure !== undefined) throw away(waits.failure);
    try {
      const result = await work();
      waits.answered();
      return result;
    } catch (error) {
      if (isConflict(error)) {
        if (conflicts >= mostConflicts) throw unavailable("has too many changes of the same records", error);
        await setTimeout(Math.random() * 2 ** Math.min(++conflicts, 7));
      } else if (isDuplicate(error) && duplicates < mostDuplicates) {
        await setTimeout(Math.random() * 2 ** duplicates++);
      } else if (isConnectionLost(error)) {
        waits.failed(error);
        if (closing.aborted || performance.now() >= until) {
          waits.refused();
          throw away(error);
        }
        waits.tell(since, whyAway(error));
        await setTimeout(Math.min(50 * 2 ** lost++, 1_000), undefined, { signal: closing }).catch(() => {});
      } else if (isInterrupted(error)) {
        const why = unavailable("was interrupted", error);
        if (closing.aborted || performance.now() >= until) throw why;
        waits.tell(since, why.message);
        await setTimeout(Math.min(50 * 2 ** lost++, 1_000), undefined, { signal: closing }).catch(() => {});
      } else if (isFailure(error)) {
        throw unavailable("has failed", error);
      } else if (isNotOwner(error)) {
        onLost();
        throw unavailable("is used by another platform, which has taken over the store", error);
      } else if (isFull(error)) {
        space.lacked();
        throw new DatabaseFullError(textOf(error), error);
      } else throw error;
    }
  }
}

/** Refuses work because the server cannot be reached. */
export function away(why: unknown, cause = why): PlatformError {
  const detail = why instanceof PlatformError ? why.message : whyAway(why);
  return new PlatformError("store_unavailable", detail, { cause });
}

export function unavailable(why: string, cause: unknown): PlatformError {
  const detail = `The database server ${why}: ${textOf(cause).replace(/\.$/, "")}.`;
  return new PlatformError("store_unavailable", detail, { cause });
}
