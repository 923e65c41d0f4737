import {
  errorLevels,
  lookedAt,
  mostErrors,
  newestMetrics,
  type Overview,
  type OverviewAsk,
  overviewFrom,
  placeOf,
  type Run,
  type ServiceStore,
} from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";
import { byPlace } from "./by-place.ts";

export function overviewVerbs(memory: Memory): Pick<ServiceStore, "overviewsAt"> {
  return {
    async overviewsAt(botIds, window) {
      return botIds.map((bot_id): Overview => {
        const { logs, metrics } = memory.outputOf(bot_id);
        const stored = metrics.map((metric) => ({ ...metric, time: placeOf(metric) }));
        const sorted = stored.toSorted(byPlace);
        const errors = logs.filter(
          ({ level, time }) =>
            (errorLevels as readonly string[]).includes(level) && time >= window.from && time <= window.to,
        );
        const answer = (asked: OverviewAsk) => {
          if (asked.kind === "newest") return stored.slice(-newestMetrics);
          const ofType = sorted.filter((metric) => metric.type === asked.type);
          if (asked.kind === "from")
            return ofType.filter(({ time }) => time >= asked.time).slice(0, lookedAt);
          return ofType
            .filter(({ time }) => time <= window.to)
            .toReversed()
            .slice(0, lookedAt);
        };
        const last = [...memory.runs.values()]
          .filter((run) => run.bot_id === bot_id)
          .reduce<Run | undefined>((newest, run) => (newest && newest.id > run.id ? newest : run), undefined);
        return {
          bot_id,
          errors: Math.min(errors.length, mostErrors),
          ...overviewFrom(answer, window),
          last_run: last && { id: last.id, status: last.status, finished_at: last.finished_at ?? null },
        };
      });
    },
  };
}
