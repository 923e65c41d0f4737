import { shownConfig } from "../../bots/secrets.ts";
import type { Package } from "../../custom-bots/catalog.ts";
import type { Bot, Dropped, Run } from "../../model.ts";
import type { BotView, RunView } from "../schemas/bot.ts";

/** Returns the document of a bot. */
export function botView(
  bot: Bot,
  { found, lastRun, dropped }: { found: Package; lastRun: Run | undefined; dropped: Dropped },
): BotView {
  return {
    bot_id: bot.bot_id,
    name: bot.name,
    type: `${bot.model}/${bot.custom_bot}`,
    custom_bot: bot.custom_bot,
    version: bot.version,
    version_spec: bot.version_spec,
    ...(bot.schedule !== undefined && { schedule: bot.schedule }),
    ...(bot.timezone !== undefined && { timezone: bot.timezone }),
    ...(bot.model === "scheduled" && { catch_up: bot.catch_up, timeout_seconds: bot.timeout_seconds }),
    config: shownConfig(found.schema, bot.config),
    desired: bot.desired,
    status: bot.status,
    ...(bot.reason !== undefined && { reason: bot.reason }),
    ...(bot.detail !== undefined && { detail: bot.detail }),
    revision: bot.revision,
    restarts: bot.restarts,
    created_at: bot.created_at,
    updated_at: bot.updated_at,
    ...(bot.started_at !== undefined && { started_at: bot.started_at }),
    ...(bot.next_tick_at !== undefined && { next_tick_at: bot.next_tick_at }),
    ...(lastRun !== undefined && {
      last_run: {
        id: lastRun.id,
        status: lastRun.status,
        ...(lastRun.tick !== undefined && { tick: lastRun.tick }),
        ...(lastRun.finished_at !== undefined && { finished_at: lastRun.finished_at }),
      },
    }),
    has_queries: found.config.entrypoints.query !== undefined,
    dropped: {
      metrics: dropped.metrics,
      log_lines: dropped.log_lines,
      ...(dropped.last_at !== undefined && { last_at: dropped.last_at }),
    },
  };
}

export function runView(run: Run): RunView {
  return {
    id: run.id,
    bot_id: run.bot_id,
    ...(run.tick !== undefined && { tick: run.tick }),
    scheduled_at: run.scheduled_at,
    status: run.status,
    ...(run.detail !== undefined && { detail: run.detail }),
    version: run.version,
    revision: run.revision,
    queued_at: run.queued_at,
    ...(run.started_at !== undefined && { started_at: run.started_at }),
    ...(run.finished_at !== undefined && { finished_at: run.finished_at }),
    ...(run.exit_code !== undefined && { exit_code: run.exit_code }),
    ...(run.signal !== undefined && { signal: run.signal }),
    ...(run.result !== undefined && { result: run.result }),
    ...(run.logs !== undefined && { logs: run.logs }),
  };
}
