import { ApiError } from "./errors.ts";
import { firstItems, part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { Run, Ticks } from "./types.ts";

export const runCalls = (transport: Transport) => {
  const at = (id: string) => `/runs/${part(id)}`;
  return {
    list: (botId: string, count: number, filter: { status?: string } = {}) =>
      firstItems<Run>(transport, `/bots/${part(botId)}/runs`, count, filter),

    /** Returns the next ticks of a scheduled bot, and the runs of past ones in a time window. */
    ticks: (botId: string, window: { from?: string; to?: string } = {}) =>
      transport.json<Ticks>("GET", `/bots/${part(botId)}/ticks`, { query: { ...window } }),

    get: (id: string) => transport.json<Run>("GET", at(id)),

    cancel: (id: string) => transport.json<Run>("POST", `${at(id)}/cancel`, { once: true }),

    /** Waits until the run has ended. Returns `undefined` if it has not within `seconds`. */
    wait: async (id: string, seconds: number): Promise<Run | undefined> => {
      try {
        return await transport.json<Run>("GET", `${at(id)}/wait`, {
          query: { timeout: Math.max(1, Math.ceil(seconds)) },
          timeoutMs: (seconds + 15) * 1000,
        });
      } catch (error) {
        if (error instanceof ApiError && error.code === "wait_timeout") return undefined;
        throw error;
      }
    },
  };
};
