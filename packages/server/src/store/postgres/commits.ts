import type pg from "pg";
import { type Patience, repeated } from "./patience.ts";

/** The connection ended while a transaction was committed. Code 08007: transaction resolution unknown. */
export class CommitUnknownError extends Error {
  readonly code = "08007";
  readonly xid: string;

  /** @param xid what the server calls the transaction */
  constructor(xid: string, cause: unknown) {
    super("The connection to the database ended during a commit.", { cause });
    this.xid = xid;
  }
}

/**
 * Has a transaction take effect once: it is repeated if it was not committed, and not if it was and only the answer of the
 * server was lost.
 *
 * @param transaction runs it, and passes its result to `keep` before the commit
 */
export function committed<T>(
  sessions: Patience & { readonly pool: pg.Pool },
  transaction: (keep: (result: T) => void) => Promise<T>,
): Promise<T> {
  return repeated(sessions, async () => {
    const results: T[] = [];
    try {
      return await transaction((result) => results.push(result));
    } catch (error) {
      if (!(error instanceof CommitUnknownError)) throw error;
      if (!(await wasCommitted(sessions, error.xid))) throw error;
      return results[0] as T;
    }
  });
}

async function wasCommitted(sessions: Patience & { readonly pool: pg.Pool }, xid: string): Promise<boolean> {
  for (;;) {
    const status = await repeated(sessions, async () => {
      // A server that took the place of another may not know the transaction, or have used its number for another one.
      const { rows } = await sessions.pool.query<{ status: string | null }>(
        "select case when $1::xid8 < pg_snapshot_xmax(pg_current_snapshot()) then pg_xact_status($1::xid8) end as status",
        [xid],
      );
      return rows[0]?.status ?? "aborted";
    });
    if (status !== "in progress") return status === "committed";
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
