import { settingNames } from "@botyard/manifest";
import { PlatformError } from "../../../errors/platform-error.ts";
import { bots } from "../../../operations/bots.ts";
import type { BotView } from "../../../operations/documents/bot.ts";
import { metrics } from "../../../operations/metrics.ts";
import type { Call } from "../../../operations/operation.ts";
import type { Parts } from "../../../operations/parts.ts";
import { queries } from "../../../operations/queries.ts";
import { runs } from "../../../operations/runs.ts";
import { summaryOf } from "./bot-summary.ts";
import { bytesOf, cut, resultBytes } from "./budget.ts";
import { untrusted } from "./tool.ts";

/** Time that the bot has to list its query paths, in milliseconds. */
const infoMs = 1_000;

/** Collects what an assistant needs to know about a bot. What does not fit is left out and named. */
export async function describeBot(parts: Parts, call: Call, { bot_id }: { bot_id: string }): Promise<object> {
  const bot = await bots.getBot.run(parts, call, { bot_id });
  const { items } = await metrics.listLatestMetrics.run(parts, call, { bot_id });
  const [last_result, paths] = await Promise.all([
    lastResult(parts, call, bot),
    queryPaths(parts, call, bot),
  ]);
  const { created_at, restarts, has_queries } = bot;
  // The config may be too long.
  const settings = settingNames.filter((name) => name !== "config" && bot[name] !== undefined);
  const found = {
    ...summaryOf(bot),
    ...Object.fromEntries(settings.map((name) => [name, bot[name]])),
    ...{ created_at, restarts, has_queries, notice: untrusted },
  };
  const extras: [string, unknown][] = [
    ["config", bot.config],
    ["queries", paths],
    ["last_result", last_result],
    ["latest_metrics", Object.fromEntries(items.map(({ type, time, data }) => [type, { at: time, data }]))],
  ];
  return fitted(found, extras, bot_id);
}

function fitted(found: object, extras: [string, unknown][], botId: string): object {
  const result: Record<string, unknown> = { ...found };
  const omitted: string[] = [];
  let left = resultBytes - 600 - bytesOf(found);
  for (const [name, value] of extras) {
    if (value === undefined) continue;
    const bytes = bytesOf(value) + name.length + 4;
    if (bytes > left) omitted.push(name);
    else {
      left -= bytes;
      result[name] = value;
    }
  }
  if (omitted.length === 0) return result;
  const unread = omitted.includes("config") ? " Do not update a config that you have not read." : "";
  const hint = `Too long for a tool: ${omitted.join(", ")}. GET /api/v1/bots/${botId} and its /metrics/latest and /runs have everything.${unread}`;
  return { ...result, truncated: true, omitted, hint };
}

async function lastResult(
  parts: Parts,
  call: Call,
  { bot_id, last_run }: BotView,
): Promise<object | undefined> {
  if (last_run === undefined) return undefined;
  const { status, result, detail, finished_at } = await runs.getRun.run(parts, call, { run_id: last_run.id });
  const { message, data } = (typeof result === "object" && result !== null ? result : {}) as {
    message?: unknown;
    data?: unknown;
  };
  const said = typeof message === "string" ? message : detail;
  const rest = data ?? (message === undefined ? result : undefined);
  return {
    status,
    ...(said !== undefined && { message: cut(said, 2_000) }),
    ...(rest !== undefined && { data: rest }),
    ...(finished_at !== undefined && { at: finished_at }),
    run_id: last_run.id,
    bot_id,
  };
}

/** Asks a running bot for its query paths. A scheduled bot is not asked: that would start a process. */
async function queryPaths(parts: Parts, call: Call, bot: BotView): Promise<string[] | undefined> {
  if (!bot.has_queries || bot.status !== "running") return undefined;
  const query = { query_path: "/info", params: {} };
  try {
    const answer = await queries.queryBot.run(parts, call, { bot_id: bot.bot_id, query, timeout_ms: infoMs });
    const { available_queries } = JSON.parse(Buffer.from(answer.body).toString("utf8")) as {
      available_queries?: unknown;
    };
    if (answer.status !== 200 || !Array.isArray(available_queries)) return undefined;
    return available_queries.filter((path): path is string => typeof path === "string");
  } catch (error) {
    if (error instanceof PlatformError || error instanceof SyntaxError || error instanceof TypeError)
      return undefined;
    throw error;
  }
}
