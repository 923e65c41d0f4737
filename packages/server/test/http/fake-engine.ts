import type { EngineParts } from "../../src/compose.ts";
import type { Engine, QueryOutcome } from "../../src/engine.ts";
import { newId } from "../../src/ids.ts";
import type { Bot, LogRecord, Run } from "../../src/model.ts";
import { Statuses } from "../../src/processes/statuses.ts";
import { botById } from "../../src/store/sqlite/bots.ts";
import { getRun, insertRuns, updateRun } from "../../src/store/sqlite/runs.ts";

/** An engine without processes: bots reach their desired state at once, and the test answers queries. */
export class FakeEngine implements Engine {
  readonly changes: string[] = [];
  answer: (
    path: string,
    params: Record<string, unknown>,
    timeoutMs: number,
    gone: AbortSignal,
  ) => QueryOutcome | Promise<QueryOutcome> = () => answered(200, "null");
  /** Set to keep the status of bots until the test changes it. */
  frozen = false;
  readonly #parts: EngineParts;
  readonly #statuses: Statuses;
  #work: Promise<void> = Promise.resolve();

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#statuses = new Statuses(parts.store, parts.bus, parts.clock);
  }

  async start(): Promise<void> {}

  async stop(): Promise<void> {
    await this.#work;
  }

  changed(botId: string): void {
    this.changes.push(botId);
    if (this.frozen) return;
    this.#work = this.#work.then(() => this.settle(botId));
  }

  async settle(botId: string): Promise<void> {
    const bot = await botById(this.#parts.store, botId);
    if (!bot) return;
    const up = bot.model === "realtime" ? "running" : "idle";
    const status = bot.desired === "running" ? up : "stopped";
    if (bot.status !== status) await this.#statuses.change(botId, { status });
    if (bot.desired === "deleted") await this.#statuses.change(botId, { status: "deleted" });
  }

  async runNow(bot: Bot): Promise<Run> {
    const at = this.#parts.clock.now().toISOString();
    const { version, revision } = bot;
    const run: Run = {
      id: newId("run"),
      bot_id: bot.bot_id,
      scheduled_at: at,
      status: "running",
      version,
      revision,
      queued_at: at,
    };
    await this.#parts.store.main.transaction().execute((trx) => insertRuns(trx, [run]));
    return run;
  }

  async cancelRun(runId: string): Promise<Run | undefined> {
    await this.endRun(runId, "canceled");
    return getRun(this.#parts.store, runId);
  }

  async endRun(runId: string, status: Run["status"]): Promise<void> {
    const finishedAt = this.#parts.clock.now().toISOString();
    await this.#parts.store.main
      .transaction()
      .execute((trx) => updateRun(trx, runId, { status, finished_at: finishedAt }));
  }

  async query(
    bot: Bot,
    path: string,
    params: Record<string, unknown>,
    timeoutMs: number,
    gone: AbortSignal,
  ): Promise<QueryOutcome> {
    if (bot.status !== "running" && bot.model === "realtime") return { kind: "not_running" };
    return this.answer(path, params, timeoutMs, gone);
  }

  /** Stores log lines as the collector does, and announces them. */
  async log(botId: string, messages: string[], tell = true): Promise<void> {
    const { store, bus, clock } = this.#parts;
    const at = clock.now().toISOString();
    const events = await store.ingest.transaction().execute(async (trx) => {
      const { logs } = await trx
        .updateTable("sequences")
        .set((e) => ({ logs: e("logs", "+", messages.length) }))
        .where("bot_id", "=", botId)
        .returning("logs")
        .executeTakeFirstOrThrow();
      const records = messages.map((message, n): LogRecord => {
        const seq = logs - messages.length + n + 1;
        return { seq, time: at, ingested_at: at, bot_id: botId, stream: "stdout", level: "info", message };
      });
      for (const { seq, message } of records) {
        const line = { bot_id: botId, seq, run_id: null, stream: "stdout" as const, level: "info" as const };
        const rest = {
          time: at,
          ingested_at: at,
          message,
          fields: null,
          truncated: 0 as const,
          dropped_before: 0,
        };
        await trx
          .insertInto("log_lines")
          .values({ ...line, ...rest })
          .execute();
      }
      return records.map((record) => ({ channel: "logs" as const, bot_id: botId, seq: record.seq, record }));
    });
    if (tell) bus.publish(events);
  }

  /** Why no bot can be started. */
  refusal: { why: string; retryAfterSeconds: number } | undefined;

  obstacle() {
    return this.refusal;
  }

  isolation() {
    return {
      engine: "process",
      isolation: "none" as const,
      limits: "watched" as const,
      reasons: ["It is a test."],
    };
  }
}

export function answered(status: number, body: string): QueryOutcome {
  return { kind: "answered", status, body: Buffer.from(body) };
}
