import { Type } from "typebox";
import type { Sight } from "../bots/bots.ts";
import { nextTicksOf } from "../bots/describe.ts";
import { PlatformError } from "../errors/platform-error.ts";
import type { Bot, Run, RunStatus } from "../model/model.ts";
import { pageBytes } from "../selection/page.ts";
import { cursorPage, readCursor } from "./cursor.ts";
import { RunDocument, RunPage, runStatuses, Ticks } from "./documents/bot.ts";
import { cursorQuery, Exactly, pageQuery, Time } from "./documents/named.ts";
import { readList } from "./lists.ts";
import { readTime } from "./moment.ts";
import { type Operation, operation } from "./operation.ts";
import type { Parts } from "./parts.ts";
import { waitFor, waitSeconds } from "./waiting.ts";

const tag = "runs";
const botId = Type.String();
const runId = Type.String();
const hour = 60 * 60 * 1000;
const nextTicksShown = 5;
const ticksShown = 1000;

/** The runs of scheduled bots. */
export const runs = {
  runBot: operation({
    scope: "deploy",
    kind: "write",
    tag,
    summary: "Run a scheduled bot now",
    description:
      "The run belongs to the trace of the headers `traceparent` and `tracestate`, if they are valid.",
    input: Exactly({ bot_id: botId }),
    output: RunDocument,
    async run(parts, { caller, once, trace }, { bot_id }) {
      const bot = await scheduled(parts, { caller }, bot_id);
      if (bot.desired === "stopped")
        throw new PlatformError("invalid_transition", `"${bot.name}" is stopped. Start it first.`);
      return parts.engine.runNow(bot, once, trace);
    },
  }),

  listRuns: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "List a bot's runs, newest first",
    description: "A page also ends when its results reach 1 MiB.",
    input: Exactly({
      bot_id: botId,
      ...pageQuery,
      status: Type.Optional(Type.String({ description: "One or more statuses, separated by commas." })),
    }),
    output: RunPage,
    async run({ bots, store }, call, { bot_id, limit = 50, cursor, status }) {
      const bot = await bots.seen(call, bot_id);
      const [before] = readCursor(cursor, 1) ?? [];
      const statuses = readList<RunStatus>("status", status, runStatuses);
      const found = await store.listRuns(bot.bot_id, {
        ...(statuses !== undefined && { status: statuses }),
        ...(before !== undefined && { before }),
        ...{ limit, bytes: pageBytes },
      });
      return cursorPage(found, (run) => [run.id]);
    },
  }),

  listTicks: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "List the runs of a bot's ticks in a time window, and the next ticks",
    description:
      "Default: the last 24 hours. A page ends after 1,000 runs or when their results reach 1 MiB.",
    input: Exactly({
      bot_id: botId,
      ...cursorQuery,
      from: Type.Optional(Time("Start of the time window.")),
      to: Type.Optional(Time("End of the time window.")),
    }),
    output: Ticks,
    async run(parts, call, query) {
      const { store, clock } = parts;
      const bot = await scheduled(parts, call, query.bot_id);
      const to = readTime(query.to, "to") ?? clock.now();
      const from = readTime(query.from, "from") ?? new Date(to.getTime() - 24 * hour);
      const [after] = readCursor(query.cursor, 1) ?? [];
      const range = {
        ...{ from: from.toISOString(), to: to.toISOString() },
        ...(after !== undefined && { after }),
        ...{ limit: ticksShown, bytes: pageBytes },
      };
      const found = await store.runsOfTicks(bot.bot_id, range);
      const next_ticks = nextTicksOf(bot, clock.now(), nextTicksShown);
      return { ...cursorPage(found, (run) => [run.tick!]), next_ticks };
    },
  }),

  getRun: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "Get a run",
    input: Exactly({ run_id: runId }),
    output: RunDocument,
    run: async (parts, call, { run_id }) => runOf(parts, call, run_id),
  }),

  waitForRun: operation({
    scope: "read",
    kind: "read",
    tag,
    summary: "Wait until a run has ended",
    input: Exactly({
      run_id: runId,
      timeout: Type.Optional(Type.Integer({ ...waitSeconds, description: "Time-out in seconds." })),
    }),
    output: RunDocument,
    async run(parts, call, { run_id, timeout = waitSeconds.default }) {
      const look = async () => {
        const run = await runOf(parts, call, run_id);
        return isActive(run) ? undefined : run;
      };
      return (await look()) ?? waitFor(parts, call.gone, timeout, look, "The run did not end");
    },
  }),

  cancelRun: operation({
    scope: "deploy",
    kind: "write",
    tag,
    summary: "Cancel a queued or running run",
    input: Exactly({ run_id: runId }),
    output: RunDocument,
    async run(parts, { caller, once }, { run_id }) {
      const run = await runOf(parts, { caller }, run_id);
      const canceled = isActive(run) ? await parts.engine.cancelRun(run.id, once) : undefined;
      if (canceled) return canceled;
      const { status } = await runOf(parts, { caller }, run_id);
      throw new PlatformError("run_ended", `The run has already ended with the status "${status}".`);
    },
  }),
} satisfies Record<string, Operation>;

/** Returns a run of a bot that the caller may see; other runs count as unknown. */
async function runOf({ bots, store }: Parts, sight: Sight, id: string): Promise<Run> {
  const run = await store.getRun(id);
  // Also for an unknown run, so that the response time does not reveal whether another user's run exists.
  const bot = await bots.seen(sight, run?.bot_id ?? id).catch(ifRefused);
  if (!run || !bot) throw new PlatformError("run_not_found");
  return run;
}

async function scheduled({ bots }: Parts, sight: Sight, id: string): Promise<Bot> {
  const bot = await bots.seen(sight, id);
  if (bot.model === "scheduled") return bot;
  throw new PlatformError("not_scheduled", `"${bot.name}" is a realtime bot and has no runs.`);
}

const isActive = (run: Run) => run.status === "queued" || run.status === "running";

function ifRefused(error: unknown): undefined {
  if (!(error instanceof PlatformError)) throw error;
}
