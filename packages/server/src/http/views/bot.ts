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
    bot_id: bot.id,
    name: bot.name,
    type: `${bot.model}/${bot.customBot}`,
    custom_bot: bot.customBot,
    version: bot.version,
    version_spec: bot.versionSpec,
    ...(bot.schedule !== undefined && { schedule: bot.schedule }),
    ...(bot.timezone !== undefined && { timezone: bot.timezone }),
    ...(bot.model === "scheduled" && { catch_up: bot.catchUp, timeout_seconds: bot.timeoutSeconds }),
    config: shownConfig(found.schema, bot.config),
    desired: bot.desired,
    status: bot.status,
    ...(bot.reason !== undefined && { reason: bot.reason }),
    ...(bot.detail !== undefined && { detail: bot.detail }),
    revision: bot.revision,
    restarts: bot.restarts,
    created_at: bot.createdAt,
    updated_at: bot.updatedAt,
    ...(bot.startedAt !== undefined && { started_at: bot.startedAt }),
    ...(bot.nextTickAt !== undefined && { next_tick_at: bot.nextTickAt }),
    ...(lastRun !== undefined && {
      last_run: {
        id: lastRun.id,
        status: lastRun.status,
        ...(lastRun.tick !== undefined && { tick: lastRun.tick }),
        ...(lastRun.finishedAt !== undefined && { finished_at: lastRun.finishedAt }),
      },
    }),
    has_queries: found.config.entrypoints.query !== undefined,
    dropped: {
      metrics: dropped.metrics,
      log_lines: dropped.logLines,
      ...(dropped.lastAt !== undefined && { last_at: dropped.lastAt }),
    },
  };
}

export function runView(run: Run): RunView {
  return {
    id: run.id,
    bot_id: run.botId,
    ...(run.tick !== undefined && { tick: run.tick }),
    scheduled_at: run.scheduledAt,
    status: run.status,
    ...(run.detail !== undefined && { detail: run.detail }),
    version: run.version,
    revision: run.revision,
    queued_at: run.queuedAt,
    ...(run.startedAt !== undefined && { started_at: run.startedAt }),
    ...(run.finishedAt !== undefined && { finished_at: run.finishedAt }),
    ...(run.exitCode !== undefined && { exit_code: run.exitCode }),
    ...(run.signal !== undefined && { signal: run.signal }),
    ...(run.result !== undefined && { result: run.result }),
    ...(run.logs !== undefined && { logs: run.logs }),
  };
}
