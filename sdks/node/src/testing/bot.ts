import type { JsonObject } from "@botyard/core";

/** What a bot in a test is given. */
export interface BotOptions {
  /** Its config (default: `{}`). */
  config?: object;
  /** Its identifier (default: `test-bot`). */
  id?: string;
  /** What its clock shows at first (default: the beginning of 2026, in UTC). */
  now?: Date;
  /**
   * When the platform asks the bot to stop: as soon as it has waited for so many seconds in `stop.wait`. By default at its
   * first wait of more than 0 s; `Infinity` means not at all.
   */
  stopAfter?: number;
}

/** A metric that a bot has emitted; `timestamp` is RFC 3339, in UTC to the millisecond. */
export interface Metric {
  type: string;
  data: JsonObject;
  timestamp: string;
}

/** A record of a bot's log. */
export interface LogRecord {
  level: "debug" | "info" | "warn" | "error";
  message: string;
  data?: JsonObject;
  timestamp: string;
}

/** A bot in a test. */
export interface Bot {
  /** What it has emitted, in order. */
  readonly metrics: Metric[];
  /** What it has logged, in order. */
  readonly logs: LogRecord[];
  /** The result that it has reported last; undefined if it has reported none. */
  readonly result: JsonObject | undefined;
  /** What its clock shows. It moves only while the bot waits with `stop.wait`, which returns at once. */
  readonly now: Date;
  /**
   * Runs a program of the bot until it ends, and resolves to its exit code. `error` of the SDK ends it, also if it catches what
   * `error` throws: its later calls of the SDK change nothing. What it throws reaches the test. A query program registers its
   * handlers, which are asked with `ask`.
   *
   * @param program a function, or the path of a file, which is loaded again each time; modules that it imports are not
   */
  run(program: (() => unknown) | string | URL): Promise<number>;
  /**
   * Asks the handler of a query's path, and resolves to its answer as the platform gives it: `{ status: "ok", data }`, or for
   * a failure `{ status: "error", error, code }`.
   */
  ask(path: string, params?: object): Promise<JsonObject>;
  /** Asks the bot to stop, as the platform does with SIGTERM. */
  stop(): void;
}
