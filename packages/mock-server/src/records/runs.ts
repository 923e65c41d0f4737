import type { Records, Run } from "@botyard/server/operations";
import type { Memory } from "../memory.ts";

type Verbs = Pick<Records, "getRun" | "lastRun" | "listRuns" | "runsOfTicks" | "countRuns">;

export function runRecords({ runs }: Memory): Verbs {
  const of = (botId: string) => [...runs.values()].filter((run) => run.bot_id === botId);
  const newestFirst = (botId: string) => of(botId).sort((a, b) => (a.id > b.id ? -1 : 1));

  return {
    getRun: async (id) => runs.get(id),
    lastRun: async (botId) => newestFirst(botId)[0],

    listRuns: async (botId, { status, before, limit }) =>
      newestFirst(botId)
        .filter((run) => (status === undefined || run.status === status) && (!before || run.id < before))
        .slice(0, limit),

    runsOfTicks: async (botId, { from, to, limit }) =>
      of(botId)
        .filter(({ tick }) => tick !== undefined && tick >= from && tick <= to)
        .sort((a, b) => (a.tick! < b.tick! ? -1 : 1))
        .slice(0, limit),

    async countRuns(botId, from, to) {
      const found = of(botId).filter((run) => run.scheduled_at >= from && run.scheduled_at <= to);
      const count = (...statuses: Run["status"][]) =>
        found.filter(({ status }) => statuses.includes(status)).length;
      return {
        total: found.length,
        success: count("success"),
        error: count("error", "timed_out", "lost"),
      };
    },
  };
}
