import type { LaunchKind, LaunchRecord } from "@botyard/runtime";
import type { Selectable, Transaction } from "kysely";
import type { Store } from "./database.ts";
import type { Tables } from "./schema.ts";

/** The row of a launch, stored before the launch is started. */
export interface StoredLaunch {
  id: string;
  botId: string;
  runId?: string;
  kind: LaunchKind;
  generation: number;
  revision: number;
  record: LaunchRecord;
  /** `ended`: the process has ended and its output is stored; `gone`: its directory is removed. */
  state: "starting" | "running" | "ended" | "gone";
  createdAt: string;
  endedAt?: string;
  /** Stored bytes of each stream. */
  offsets: { stdout: number; stderr: number };
}

export async function insertLaunches(
  trx: Transaction<Tables>,
  launches: readonly StoredLaunch[],
): Promise<void> {
  for (const launch of launches) {
    await trx
      .insertInto("launches")
      .values({
        id: launch.id,
        bot_id: launch.botId,
        run_id: launch.runId ?? null,
        kind: launch.kind,
        generation: launch.generation,
        revision: launch.revision,
        dir: launch.record.dir,
        record: JSON.stringify(launch.record),
        state: launch.state,
        created_at: launch.createdAt,
        ended_at: launch.endedAt ?? null,
        stdout_offset: launch.offsets.stdout,
        stderr_offset: launch.offsets.stderr,
      })
      .execute();
  }
}

export async function updateLaunch(
  trx: Transaction<Tables>,
  id: string,
  change: { state: StoredLaunch["state"]; record?: LaunchRecord; endedAt?: string; revision?: number },
): Promise<void> {
  await trx
    .updateTable("launches")
    .set({
      state: change.state,
      ...(change.record === undefined ? {} : { record: JSON.stringify(change.record) }),
      ...(change.endedAt === undefined ? {} : { ended_at: change.endedAt }),
      ...(change.revision === undefined ? {} : { revision: change.revision }),
    })
    .where("id", "=", id)
    .execute();
}

/** Returns the launches of earlier platform processes that are not `gone`, oldest first. */
export async function openLaunches(store: Store): Promise<StoredLaunch[]> {
  const rows = await store.main
    .selectFrom("launches")
    .selectAll()
    .where("state", "in", ["starting", "running", "ended"])
    .orderBy("id")
    .execute();
  return rows.map(toLaunch);
}

function toLaunch(row: Selectable<Tables["launches"]>): StoredLaunch {
  return {
    id: row.id,
    botId: row.bot_id,
    ...(row.run_id === null ? {} : { runId: row.run_id }),
    kind: row.kind,
    generation: row.generation,
    revision: row.revision,
    record: JSON.parse(row.record) as LaunchRecord,
    state: row.state,
    createdAt: row.created_at,
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    offsets: { stdout: row.stdout_offset, stderr: row.stderr_offset },
  };
}
