import type { ServiceStore } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";

export const networkVerbs = (memory: Memory) =>
  ({
    connectionsOf: async (botId) => memory.connections.get(botId) ?? [],
  }) satisfies Partial<ServiceStore>;
