import { Page, type Run, type ServiceStore, textBytes } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";

type Verbs = Pick<ServiceStore, "getRun" | "lastRun" | "listRuns" | "runsOfTicks" | "countRuns">;

export function runVerbs({ runs }: Memory): Verbs {
  const of = (botId: string) => [...runs.values()].filter((run) => run.bot_id === botId);
  /** In the order of creation, whatever ids a scenario has chosen. */
  const newestFirst = (botId: string) => of(botId).reverse();

  return {
    getRun: async (id) => runs.get(id),
    lastRun: async (botId) => newestFirst(botId)[0],

    async listRuns(botId, { status, before, ...size }) {
      const all = newestFirst(botId);
      const start = before === undefined ? 0 : all.findIndex(({ id }) => id === before) + 1;
      const found = all.slice(start).filter((run) => status === undefined || status.includes(run.status));
      return pageOf(found, size);
    },

    async runsOfTicks(botId, { from, to, after = "", ...size }) {
      const found = of(botId)
        .filter(({ tick }) => tick !== undefined && tick >= from && tick <= to && tick > after)
        .sort((a, b) => (a.tick! < b.tick! ? -1 : 1));
      return pageOf(found, size);
    },

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

function pageOf(found: readonly Run[], size: { limit: number; bytes?: number }) {
  const page = new Page<Run>(size);
  for (const run of found) {
    const { result, detail } = run;
    if (!page.add(run, textBytes(result === undefined ? null : JSON.stringify(result), detail))) break;
  }
  return page.paged;
}
