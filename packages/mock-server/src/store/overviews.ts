import {
  errorLevels,
  lookedAt,
  mostErrors,
  newestMetrics,
  type Overview,
  placeOf,
  type Run,
  type ServiceStore,
  signalType,
  trendOf,
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
        const back = (type: string) =>
          sorted.filter((metric) => metric.type === type && metric.time <= window.to).toReversed();
        const errors = logs.filter(
          ({ level, time }) =>
            (errorLevels as readonly string[]).includes(level) && time >= window.from && time <= window.to,
        );
        const reader = {
          newest: () => stored.slice(-newestMetrics),
          from: (type: string, from: string) =>
            sorted.filter((metric) => metric.type === type && metric.time >= from).slice(0, lookedAt),
          back: (type: string) => back(type).slice(0, lookedAt),
        };
        const last = [...memory.runs.values()]
          .filter((run) => run.bot_id === bot_id)
          .reduce<Run | undefined>((newest, run) => (newest && newest.id > run.id ? newest : run), undefined);
        return {
          bot_id,
          errors: Math.min(errors.length, mostErrors),
          signal: back(signalType)[0],
          trend: trendOf(reader, window),
          last_run: last && { id: last.id, status: last.status, finished_at: last.finished_at ?? null },
        };
      });
    },
  };
}
