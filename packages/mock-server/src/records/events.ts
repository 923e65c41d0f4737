import type { Records } from "@botyard/server/operations";
import type { Memory } from "../memory.ts";

type Verbs = Pick<Records, "listStatusEvents" | "statusEventsAfter" | "droppedOf" | "lastSeqs">;

export function eventRecords(memory: Memory): Verbs {
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

    droppedOf: async (botId) => ({ ...memory.outputOf(botId).dropped }),

    lastSeqs: async (botId) => ({ ...memory.outputOf(botId).last }),
  };
}
