import type { LaunchRecord } from "@botyard/runtime";
import type { Selectable, Transaction } from "kysely";
import type { StoredLaunch } from "../engine-store.ts";
import { together } from "./rows-together.ts";
import type { Tables } from "./schema.ts";
import type { Store } from "./store.ts";

export async function insertLaunches(
  trx: Transaction<Tables>,
  launches: readonly StoredLaunch[],
): Promise<void> {
  for (const some of together(launches)) await trx.insertInto("launches").values(some.map(rowOf)).execute();
}

const rowOf = (launch: StoredLaunch): Selectable<Tables["launches"]> => ({
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
  secrets: null,
});

export async function updateLaunch(
  trx: Transaction<Tables>,
  id: string,
  change: Partial<Pick<StoredLaunch, "record" | "endedAt" | "secrets">> & Pick<StoredLaunch, "state">,
): Promise<void> {
  await trx
    .updateTable("launches")
    .set({
      state: change.state,
      ...(change.record === undefined ? {} : { record: JSON.stringify(change.record) }),
      ...(change.secrets === undefined ? {} : { secrets: JSON.stringify(change.secrets) }),
      ...(change.endedAt === undefined ? {} : { ended_at: change.endedAt }),
    })
    .where("id", "=", id)
    .execute();
}

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
    ...(row.secrets !== null && { secrets: JSON.parse(row.secrets) as Record<string, number> }),
    offsets: { stdout: row.stdout_offset, stderr: row.stderr_offset },
  };
}
