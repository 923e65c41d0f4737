import type { ServiceStore } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";

type Verbs = Pick<
  ServiceStore,
  "askedResources" | "botTotals" | "runTotals" | "databaseBytes" | "checkStore"
>;

export function totalVerbs({ bots, runs }: Memory): Verbs {
  const totals = <Status>(rows: Iterable<{ status: Status }>) =>
    [...Map.groupBy(rows, ({ status }) => status)].map(([status, of]) => ({ status, count: of.length }));

  return {
    askedResources: async () =>
      [...bots.values()]
        .filter(({ desired }) => desired === "running")
        .map(({ resources }) => ({ ...(resources && { resources }), count: 1 })),
    botTotals: async () => totals([...bots.values()].filter(({ desired }) => desired !== "deleted")),
    runTotals: async () =>
      totals([...runs.values()].filter(({ status }) => status !== "queued" && status !== "running")),
    databaseBytes: async () => 0,
    checkStore: async () => {},
  };
}
