import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { plannedTicks } from "../../bots/describe.ts";
import { PlatformError } from "../../errors.ts";
import type { Bot, Run } from "../../model.ts";
import { getRun, listRuns, runsOfTicks } from "../../store/runs.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { clientGone } from "../gone.ts";
import { readTime } from "../moment.ts";
import type { Parts } from "../parts.ts";
import { RunDocument, RunPage, runStatuses, Ticks } from "../schemas/bot.ts";
import { Exactly, pageQuery, Time } from "../schemas/named.ts";
import { refusals } from "../schemas/problem.ts";
import { noFields } from "../validation.ts";
import { runView } from "../views/bot.ts";
import { waitFor, waitSeconds } from "../waiting.ts";

const tags = ["runs"];
const params = Type.Object({ id: Type.String() });
const runParams = Type.Object({ run_id: Type.String() });
const hour = 60 * 60 * 1000;
const nextTicksShown = 5;
const ticksShown = 1000;

/** The runs of scheduled bots. */
export const runRoutes = (parts: Parts): FastifyPluginAsyncTypebox => {
  const { bots, store, engine, clock } = parts;

  /** Returns a run of one of the caller's bots; runs of other users count as unknown. */
  const runOf = async (ownerId: string, id: string): Promise<Run> => {
    const run = await getRun(store, id);
    const bot = run && (await bots.get(ownerId, run.bot_id).catch(ifRefused));
    if (!run || !bot) throw new PlatformError("run_not_found");
    return run;
  };
  const scheduled = async (ownerId: string, id: string): Promise<Bot> => {
    const bot = await bots.get(ownerId, id);
    if (bot.model === "scheduled") return bot;
    throw new PlatformError("not_scheduled", `"${bot.name}" is a realtime bot and has no runs.`);
  };

  return async (app) => {
    app.post(
      "/bots/:id/run",
      {
        config: { scope: "deploy" },
        preValidation: noFields,
        schema: {
          operationId: "runBot",
          summary: "Run a scheduled bot now",
          tags,
          params,
          response: { 202: RunDocument, ...refusals },
        },
      },
      async ({ params, caller }, reply) => {
        const bot = await scheduled(caller.user_id, params.id);
        if (bot.desired === "stopped") {
          throw new PlatformError("invalid_transition", `"${bot.name}" is stopped. Start it first.`);
        }
        const run = await engine.runNow(bot);
        return reply.code(202).header("location", `/api/v1/runs/${run.id}`).send(runView(run));
      },
    );

    app.get(
      "/bots/:id/runs",
      {
        config: { scope: "read" },
        schema: {
          operationId: "listRuns",
          summary: "List a bot's runs, newest first",
          tags,
          params,
          querystring: Exactly({ ...pageQuery, status: Type.Optional(Type.Enum([...runStatuses])) }),
          response: { 200: RunPage, ...refusals },
        },
      },
      async ({ params, query: { limit = 50, cursor, status }, caller }) => {
        const bot = await bots.get(caller.user_id, params.id);
        const [queuedAt, id] = readCursor(cursor, 2) ?? [];
        const found = await listRuns(store, bot.bot_id, {
          ...(status !== undefined && { status }),
          ...(queuedAt !== undefined && id !== undefined && { before: id }),
          limit: limit + 1,
        });
        return pageOf(found, limit, runView, (run) => [run.queued_at, run.id]);
      },
    );

    app.get(
      "/bots/:id/ticks",
      {
        config: { scope: "read" },
        schema: {
          operationId: "listTicks",
          summary: "List the runs of a bot's ticks in a time window, and the next ticks",
          description: "Default: the last 24 hours.",
          tags,
          params,
          querystring: Exactly({
            from: Type.Optional(Time("Start of the time window.")),
            to: Type.Optional(Time("End of the time window.")),
          }),
          response: { 200: Ticks, ...refusals },
        },
      },
      async ({ params, query, caller }) => {
        const bot = await scheduled(caller.user_id, params.id);
        const to = readTime(query.to, "to") ?? clock.now();
        const from = readTime(query.from, "from") ?? new Date(to.getTime() - 24 * hour);
        const range = { from: from.toISOString(), to: to.toISOString(), limit: ticksShown };
        const found = await runsOfTicks(store, bot.bot_id, range);
        const next = bot.desired === "running" ? plannedTicks(bot, clock.now(), nextTicksShown) : [];
        return { items: found.map(runView), next_ticks: next.map((tick) => tick.toISOString()) };
      },
    );

    app.get(
      "/runs/:run_id",
      {
        config: { scope: "read" },
        schema: {
          operationId: "getRun",
          summary: "Get a run",
          tags,
          params: runParams,
          response: { 200: RunDocument, ...refusals },
        },
      },
      async ({ params, caller }) => runView(await runOf(caller.user_id, params.run_id)),
    );

    app.get(
      "/runs/:run_id/wait",
      {
        config: { scope: "read" },
        schema: {
          operationId: "waitForRun",
          summary: "Wait until a run has ended",
          tags,
          params: runParams,
          querystring: Exactly({
            timeout: Type.Optional(Type.Integer({ ...waitSeconds, description: "Time-out in seconds." })),
          }),
          response: { 200: RunDocument, ...refusals },
        },
      },
      async ({ params, query, caller }, reply) => {
        const look = async () => {
          const run = await runOf(caller.user_id, params.run_id);
          return isActive(run) ? undefined : run;
        };
        const seconds = query.timeout ?? waitSeconds.default;
        const ended =
          (await look()) ?? (await waitFor(parts, clientGone(reply), seconds, look, "The run did not end"));
        return runView(ended);
      },
    );

    app.post(
      "/runs/:run_id/cancel",
      {
        config: { scope: "deploy" },
        preValidation: noFields,
        schema: {
          operationId: "cancelRun",
          summary: "Cancel a queued or running run",
          tags,
          params: runParams,
          response: { 202: RunDocument, ...refusals },
        },
      },
      async ({ params, caller }, reply) => {
        const run = await runOf(caller.user_id, params.run_id);
        const canceled = isActive(run) ? await engine.cancelRun(run.id) : undefined;
        if (canceled) return reply.code(202).send(runView(canceled));
        const { status } = await runOf(caller.user_id, params.run_id);
        throw new PlatformError("run_ended", `The run has already ended with the status "${status}".`);
      },
    );
  };
};

const isActive = (run: Run) => run.status === "queued" || run.status === "running";

function ifRefused(error: unknown): undefined {
  if (!(error instanceof PlatformError)) throw error;
}
