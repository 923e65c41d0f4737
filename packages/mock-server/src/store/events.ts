import { rowBytes, type ServiceStore, textBytes } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";

type Verbs = Pick<
  ServiceStore,
  "listStatusEvents" | "statusEventsAfter" | "droppedOf" | "lastSeqs" | "keptRecords"
>;

export function eventVerbs(memory: Memory): Verbs {
  const of = (botId: string) => memory.outputOf(botId).status;

  return {
    listStatusEvents: async (botId, { before = Number.MAX_SAFE_INTEGER, limit }) =>
      of(botId)
        .filter(({ seq }) => seq < before)
        .reverse()
        .slice(0, limit),

    statusEventsAfter: async (botId, after, limit) =>
      of(botId)
        .filter(({ seq }) => seq > after)
        .slice(0, limit),

    async keptRecords(botId) {
      const { logs, metrics } = memory.outputOf(botId);
      return {
        logs: kept(logs.map(({ message, fields }) => textBytes(message, fields && JSON.stringify(fields)))),
        metrics: kept(metrics.map(({ type, data }) => textBytes(type, JSON.stringify(data)))),
      };
    },

    droppedOf: async (botId) => ({ ...memory.outputOf(botId).dropped }),

    lastSeqs: async (botId) => ({ ...memory.outputOf(botId).last }),
  };
}

const kept = (sizes: readonly number[]) => ({
  count: sizes.length,
  bytes: sizes.reduce((sum, size) => sum + size + rowBytes, 0),
});
