import type { Run } from "@botyard/client";
import type { Context } from "../context.ts";
import { facts } from "../output/table.ts";
import { duration } from "../output/times.ts";
import { when } from "./bot-text.ts";

export const runFields = [
  "id",
  "bot_id",
  "tick",
  "scheduled_at",
  "status",
  "detail",
  "version",
  "revision",
  "queued_at",
  "started_at",
  "finished_at",
  "exit_code",
  "signal",
  "result",
  "logs",
] as const;

export function took(run: Run): string {
  if (!run.started_at || !run.finished_at) return "";
  return duration(Date.parse(run.finished_at) - Date.parse(run.started_at));
}

export function runText(context: Context, run: Run): string {
  return facts(
    [
      ["run", run.id],
      ["status", run.status],
      ["detail", run.detail],
      ["tick", run.tick ?? "manual"],
      ["started", run.started_at && when(context, run.started_at)],
      ["took", took(run) || undefined],
      ["exit code", run.exit_code === undefined ? undefined : String(run.exit_code)],
      ["signal", run.signal],
      ["result", run.result === undefined ? undefined : JSON.stringify(run.result)],
    ],
    context.style.dim,
  );
}
