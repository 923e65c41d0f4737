import type { Run } from "@botyard/client";
import type { Context } from "../context.ts";
import { facts } from "../output/table.ts";
import { duration, local } from "../output/times.ts";
import { whenExactly } from "./bot-text.ts";

export const runFields = [
  "id",
  "bot_id",
  "tick",
  "scheduled_at",
  "status",
  "detail",
  "late_seconds",
  "start_deadline_seconds",
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

/** Formats by how much a missed tick was late. */
export function lateText({ late_seconds, start_deadline_seconds }: Run): string | undefined {
  return late_seconds === undefined ? undefined : `${late_seconds} s (deadline: ${start_deadline_seconds} s)`;
}

/** Formats the tick of a run: in the time zone of this machine on a terminal, RFC 3339 in a pipe. */
export function tickText(context: Context, { tick }: Run): string {
  if (tick === undefined || tick === null) return "manual";
  return context.stdout.isTTY ? local(tick) : tick;
}

export function runText(context: Context, run: Run): string {
  return facts(
    [
      ["run", run.id],
      ["status", run.status],
      ["detail", run.detail],
      ["tick", tickText(context, run)],
      ["late", lateText(run)],
      ["started", run.started_at && whenExactly(context, run.started_at)],
      ["took", took(run) || undefined],
      ["exit code", run.exit_code === undefined ? undefined : String(run.exit_code)],
      ["signal", run.signal],
      ["result", run.result === undefined ? undefined : JSON.stringify(run.result)],
    ],
    context.style.dim,
  );
}
