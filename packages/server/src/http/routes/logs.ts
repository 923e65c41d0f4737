import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { listLogs, summarizeLogs } from "../../store/logs.ts";
import { countRuns } from "../../store/runs.ts";
import type { Parts } from "../parts.ts";
import { Exactly, Time } from "../schemas/named.ts";
import { refusals } from "../schemas/problem.ts";
import { LogList, LogSummaryDocument, levels, streams } from "../schemas/records.ts";
import { timeWindow } from "../time-window.ts";
import { logView } from "../views/records.ts";

const tags = ["logs"];
const params = Type.Object({ id: Type.String() });
const window = {
  date: Type.Optional(Type.String({ description: "One day in UTC: `YYYY-MM-DD` or `YYYYMMDD`." })),
  date_range: Type.Optional(
    Type.String({
      description:
        "Range of days in UTC, both ends included, at most 31 days: `A..B` or `YYYYMMDD-YYYYMMDD`. " +
        "Takes precedence over `date`.",
    }),
  ),
};

/** Logs of bots, with secrets masked. */
export const logRoutes =
  ({ bots, store, clock }: Parts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      "/bots/:id/logs",
      {
        config: { scope: "read" },
        schema: {
          operationId: "listLogs",
          summary: "List the newest log lines that match, in order",
          description:
            "With `after`: the oldest lines after it. Without a time, a `seq` or a run: the last 24 hours.",
          tags,
          params,
          querystring: Exactly({
            ...window,
            after: Type.Optional(
              Type.Integer({ minimum: 0, description: "Only lines with a higher `seq`." }),
            ),
            before: Type.Optional(
              Type.Integer({ minimum: 0, description: "Only lines with a lower `seq`." }),
            ),
            from: Type.Optional(Time("Only lines from this time on.")),
            to: Type.Optional(Time("Only lines up to this time.")),
            level: Type.Optional(Type.Enum([...levels], { description: "Lowest level to include." })),
            stream: Type.Optional(Type.Enum([...streams])),
            q: Type.Optional(
              Type.String({
                minLength: 1,
                maxLength: 200,
                description: "Only lines that contain this text.",
              }),
            ),
            run_id: Type.Optional(Type.String()),
            limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
          }),
          response: { 200: LogList, ...refusals },
        },
      },
      async ({ params, query, caller }) => {
        const bot = await bots.get(caller.user_id, params.id);
        const { after, before, level, stream, q, run_id, limit = 100 } = query;
        const placed = after !== undefined || before !== undefined || run_id !== undefined;
        const found = await listLogs(store, bot.bot_id, {
          ...(timeWindow(query, clock.now(), placed) ?? {}),
          ...(after !== undefined && { after }),
          ...(before !== undefined && { before }),
          ...(level !== undefined && { level }),
          ...(stream !== undefined && { stream }),
          ...(q !== undefined && { q }),
          ...(run_id !== undefined && { run_id: run_id }),
          limit,
        });
        const first = found[0];
        const last = found.at(-1);
        return {
          items: found.map(logView),
          ...(first !== undefined && { first_seq: first.seq }),
          ...(last !== undefined && { last_seq: last.seq }),
        };
      },
    );

    app.get(
      "/bots/:id/logs/summary",
      {
        config: { scope: "read" },
        schema: {
          operationId: "summarizeLogs",
          summary: "Summarise a bot's log: lines by level, top errors, runs",
          description: "Default: the last 24 hours.",
          tags,
          params,
          querystring: Exactly(window),
          response: { 200: LogSummaryDocument, ...refusals },
        },
      },
      async ({ params, query, caller }) => {
        const bot = await bots.get(caller.user_id, params.id);
        const { from, to } = timeWindow(query, clock.now(), false)!;
        const summary = await summarizeLogs(store, bot.bot_id, from, to);
        return {
          bot_id: bot.bot_id,
          from,
          to,
          total: summary.total,
          by_level: summary.by_level,
          ...(summary.first_at !== undefined && { first_at: summary.first_at }),
          ...(summary.last_at !== undefined && { last_at: summary.last_at }),
          top_errors: summary.top_errors.map(({ message, count, last_at: lastAt }) => ({
            message,
            count,
            last_at: lastAt,
          })),
          runs: await countRuns(store, bot.bot_id, from, to),
          dropped: summary.dropped,
          dropped_metrics: summary.dropped_metrics,
        };
      },
    );
  };
