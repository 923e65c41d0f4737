import { ApiError } from "./errors.ts";
import { allOverviews } from "./overviews.ts";
import { allItems, firstItems, part } from "./pages.ts";
import type { Transport } from "./transport.ts";
import type { Bot, BotPatch, BotStatus, BotUsage, DryRun, InstanceConfig, Revision, Run } from "./types.ts";

export const botCalls = (transport: Transport) => {
  const at = (id: string) => `/bots/${part(id)}`;
  const act = (verb: string) => (id: string) =>
    transport.json<Bot>("POST", `${at(id)}/${verb}`, { once: true });
  return {
    list: (filter: { status?: string; type?: string; name?: string; label?: string; user?: string } = {}) =>
      allItems<Bot>(transport, "/bots", filter),

    get: (id: string) => transport.json<Bot>("GET", at(id)),

    /** Returns the errors, the last signal, the trend and the last run of all bots, or of those with the ids. */
    overviews: (which: { ids?: readonly string[]; user?: string } = {}) => allOverviews(transport, which),

    /** Measures what a bot uses of its limits. Takes up to half a second. */
    usage: (id: string) => transport.json<BotUsage>("GET", `${at(id)}/usage`),

    /** Returns the newest `count` revisions of a bot's settings, newest first. */
    revisions: (id: string, count: number) => firstItems<Revision>(transport, `${at(id)}/revisions`, count),

    /** Creates a bot, which is started unless it should be `stopped`. */
    create: (instance: InstanceConfig, desired?: "running" | "stopped") =>
      transport.json<Bot>("POST", "/bots", { json: instance, query: { desired }, once: true }),

    /** Checks an instance configuration as `create` does, without creating a bot. */
    dryRun: (instance: InstanceConfig) =>
      transport.json<DryRun>("POST", "/bots", { json: instance, query: { dry_run: true } }),

    /** Checks a change as `patch` does, without changing the bot. */
    dryPatch: (id: string, patch: BotPatch, revision?: number) =>
      transport.json<DryRun>("PATCH", at(id), {
        json: patch,
        query: { dry_run: true },
        ...(revision === undefined ? {} : { headers: { "if-match": `"${revision}"` } }),
      }),

    /** Changes a bot. With `revision`, the platform refuses the change (412) if the bot has another revision. */
    patch: (id: string, patch: BotPatch, revision?: number) =>
      transport.json<Bot>("PATCH", at(id), {
        json: patch,
        ...(revision === undefined ? {} : { headers: { "if-match": `"${revision}"` } }),
      }),

    /**
     * Gives a bot the settings of an earlier revision (default: the one before the current one). With `revision`, the
     * platform refuses the change (412) if the bot has another revision.
     */
    rollBack: (id: string, to?: number, revision?: number) =>
      transport.json<Bot>("POST", `${at(id)}/rollback`, {
        json: to === undefined ? {} : { to },
        ...(revision === undefined ? {} : { headers: { "if-match": `"${revision}"` } }),
        once: true,
      }),

    /**
     * Deletes a bot. Settles when its process has stopped. With `revision`, the platform refuses (412) if the bot has
     * another revision.
     */
    delete: async (id: string, revision?: number): Promise<void> => {
      await transport.send("DELETE", at(id), {
        timeoutMs: 120_000,
        ...(revision === undefined ? {} : { headers: { "if-match": `"${revision}"` } }),
      });
    },

    start: act("start"),
    stop: act("stop"),
    restart: act("restart"),

    /** Starts a run of a scheduled bot outside its schedule. */
    run: (id: string) => transport.json<Run>("POST", `${at(id)}/run`, { once: true }),

    /** Waits until the bot has one of the statuses. Returns `undefined` if it does not within `seconds`. */
    wait: async (id: string, statuses: BotStatus[], seconds: number): Promise<Bot | undefined> => {
      try {
        return await transport.json<Bot>("GET", `${at(id)}/wait`, {
          query: { status: statuses.join(","), timeout: Math.max(1, Math.ceil(seconds)) },
          timeoutMs: (seconds + 15) * 1000,
        });
      } catch (error) {
        if (error instanceof ApiError && error.code === "wait_timeout") return undefined;
        throw error;
      }
    },
  };
};
