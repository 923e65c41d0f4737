import type { Bot, BotEvent, Bus, Clock, LogRecord, MetricRecord } from "@botyard/server/building-blocks";
import type { Memory } from "../memory.ts";
import { readMoment } from "../moment.ts";
import type { LogFixture, MetricFixture, RetryFixture } from "../public/scenario.ts";

/** A status with what explains it. */
export interface StatusChange {
  status: Bot["status"] | "deleted";
  /** The last request of a user led to it. */
  asked?: boolean;
  reason?: string | undefined;
  detail?: string | undefined;
  retry?: RetryFixture | undefined;
}

/** Stores what bots put out, and tells the streams. */
export class Writer {
  readonly #memory: Memory;
  readonly #bus: Bus;
  readonly #clock: Clock;

  constructor(memory: Memory, bus: Bus, clock: Clock) {
    this.#memory = memory;
    this.#bus = bus;
    this.#clock = clock;
  }

  logs(botId: string, lines: readonly LogFixture[], runId?: string): void {
    const { logs, dropped, last: numbers } = this.#memory.outputOf(botId);
    const now = this.#clock.now().toISOString();
    const records = lines.map((given): LogRecord => {
      const { message, time, ...line } = typeof given === "string" ? { message: given } : given;
      return {
        seq: ++numbers.logs,
        time: time === undefined ? now : readMoment(this.#clock, time),
        ingested_at: now,
        bot_id: botId,
        ...(runId !== undefined && { run_id: runId }),
        stream: "stdout",
        level: "info",
        message,
        ...line,
      };
    });
    for (const { dropped_before = 0, dropped_metrics = 0 } of records) {
      if (dropped_before + dropped_metrics === 0) continue;
      dropped.log_lines += dropped_before;
      dropped.metrics += dropped_metrics;
      dropped.last_at = now;
    }
    logs.push(...records);
    const run = runId === undefined ? undefined : this.#memory.runs.get(runId);
    const [first, last] = [records[0], records.at(-1)];
    if (run && first && last) {
      const range = { from: run.logs?.from ?? first.seq, to: last.seq };
      this.#memory.runs.set(run.id, { ...run, logs: range });
    }
    this.#publish("logs", records);
  }

  metrics(botId: string, given: readonly MetricFixture[], runId?: string): void {
    const { metrics, last } = this.#memory.outputOf(botId);
    const now = this.#clock.now().toISOString();
    const records = given.map(
      ({ type, data, time }): MetricRecord => ({
        seq: ++last.metrics,
        time: time === undefined ? now : readMoment(this.#clock, time),
        bot_id: botId,
        ...(runId !== undefined && { run_id: runId }),
        ...{ type, data },
      }),
    );
    metrics.push(...records);
    this.#publish("metrics", records);
  }

  status(
    botId: string,
    { status, asked, reason, detail, retry }: StatusChange,
    more: Partial<Bot> = {},
  ): void {
    const { status: events, last } = this.#memory.outputOf(botId);
    const why = {
      ...(reason !== undefined && { reason: reason as NonNullable<Bot["reason"]> }),
      ...(detail !== undefined && { detail }),
    };
    const bot = this.#memory.bots.get(botId);
    const actor = asked ? this.#memory.askedBy.get(botId) : undefined;
    const event = {
      seq: ++last.status,
      time: this.#clock.now().toISOString(),
      bot_id: botId,
      status,
      ...why,
      ...(bot && { revision: more.running_revision ?? bot.revision }),
      ...(actor && { actor }),
    };
    events.push(event);
    if (bot) {
      const { reason: _, detail: __, retry: ___, ...rest } = bot;
      const shown = status === "deleted" ? "stopped" : status;
      const next = retry && { retry: this.#retryOf(retry, bot) };
      this.#memory.bots.set(botId, { ...rest, status: shown, ...why, ...next, ...more });
    }
    this.#publish("status", [event]);
  }

  #retryOf({ seconds, ...rest }: RetryFixture, { revision }: Bot): NonNullable<Bot["retry"]> {
    const at = new Date(this.#clock.now().getTime() + seconds * 1000).toISOString();
    return { at, ...rest, revision };
  }

  /** Removes the records of a channel up to a number, as the platform does after their time. */
  expire(botId: string, channel: "logs" | "metrics", upTo: number): void {
    const output = this.#memory.outputOf(botId);
    if (channel === "logs") output.logs = output.logs.filter(({ seq }) => seq > upTo);
    else output.metrics = output.metrics.filter(({ seq }) => seq > upTo);
  }

  #publish(channel: BotEvent["channel"], records: readonly BotEvent["record"][]): void {
    this.#bus.publish(
      records.map((record) => ({ channel, bot_id: record.bot_id, seq: record.seq, record }) as BotEvent),
    );
  }
}
