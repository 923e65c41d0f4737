import {
  type Bot,
  newId,
  newTrace,
  type Run,
  type Trace,
  traceFields,
} from "@botyard/server/building-blocks";
import type { SettableClock } from "../clock.ts";
import type { Memory } from "../memory.ts";
import type { RunBehavior } from "../public/scenario.ts";
import type { Behaviors } from "./behaviors.ts";
import type { Writer } from "./writer.ts";

interface RunsParts {
  memory: Memory;
  clock: SettableClock;
  writer: Writer;
  behaviors: Behaviors;
}

/** The runs of scheduled bots, which end as the scenario says. */
export class Runs {
  readonly #parts: RunsParts;
  /** Cancels the end of a run, by its id. */
  readonly #ends = new Map<string, () => void>();

  constructor(parts: RunsParts) {
    this.#parts = parts;
  }

  /** Queues a run, by hand or for a tick. It begins with {@link begin}. */
  queue(bot: Bot, tick?: string, trace: Trace = newTrace()): Run {
    const { memory, clock } = this.#parts;
    const now = clock.now();
    const at = now.toISOString();
    const run: Run = {
      id: newId("run", now.getTime()),
      bot_id: bot.bot_id,
      ...(tick !== undefined && { tick }),
      scheduled_at: tick ?? at,
      status: "queued",
      version: bot.version,
      revision: bot.revision,
      queued_at: at,
      ...traceFields(trace),
    };
    memory.runs.set(run.id, run);
    return run;
  }

  begin(runId: string): void {
    const { memory, clock, writer, behaviors } = this.#parts;
    const run = memory.runs.get(runId);
    const bot = run && memory.bots.get(run.bot_id);
    if (run?.status !== "queued" || !bot) return;
    memory.runs.set(runId, { ...run, status: "running", started_at: clock.now().toISOString() });
    const { run: behavior = {} } = behaviors.of(bot);
    writer.logs(run.bot_id, behavior.logs ?? [], runId);
    writer.metrics(run.bot_id, behavior.metrics ?? [], runId);
    const { logs: _, metrics: __, ...outcome } = behavior;
    if (behavior.hold) return;
    if (behavior.delay_ms === undefined) this.end(runId, outcome);
    else
      this.#ends.set(
        runId,
        clock.after(behavior.delay_ms, () => this.end(runId, outcome)),
      );
  }

  /** Ends a run. Returns `undefined` if it had ended before. */
  end(runId: string, outcome: RunBehavior | { canceled: true } = {}): Run | undefined {
    const { memory, clock, writer } = this.#parts;
    this.#ends.get(runId)?.();
    this.#ends.delete(runId);
    const found = memory.runs.get(runId);
    if (found?.status !== "queued" && found?.status !== "running") return undefined;
    if ("logs" in outcome) writer.logs(found.bot_id, outcome.logs ?? [], runId);
    if ("metrics" in outcome) writer.metrics(found.bot_id, outcome.metrics ?? [], runId);
    const ended: Run = {
      ...memory.runs.get(runId)!,
      ...("canceled" in outcome
        ? { status: "canceled", ended_by: "cancel", detail: "The run was canceled." }
        : outcomeOf(outcome)),
      finished_at: clock.now().toISOString(),
    };
    memory.runs.set(runId, ended);
    return ended;
  }

  /** Cancels the runs of a bot. */
  cancelAll(botId: string): void {
    for (const run of this.#parts.memory.runs.values())
      if (run.bot_id === botId) this.end(run.id, { canceled: true });
  }
}

function outcomeOf({ status = "success", result, exit_code, detail }: RunBehavior) {
  const code = exit_code ?? (status === "success" ? 0 : status === "error" ? 1 : undefined);
  return {
    status,
    ...(status === "timed_out" && { ended_by: "time_limit" as const }),
    ...(code !== undefined && { exit_code: code }),
    ...(result !== undefined && { result }),
    ...(detail !== undefined && { detail }),
  };
}
