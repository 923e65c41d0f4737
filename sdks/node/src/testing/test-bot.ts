import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { answerOneShot, type JsonObject, oneShotAnswer, type QueryHandler, readJson } from "@botyard/core";
import type { Stream } from "../process/streams.ts";
import { findTestsBy, type TestProcess } from "../process/test-process.ts";
import { logFailedHandler } from "../query/failure-log.ts";
import { registry } from "../query/registry.ts";
import type { Bot, BotOptions, LogRecord, Metric } from "./bot.ts";
import { Ended, Program } from "./program.ts";

const entered = new AsyncLocalStorage<TestBot>();
const programs = new AsyncLocalStorage<Program>();
const answering = new AsyncLocalStorage<true>();
findTestsBy(() => entered.getStore());

/** Runs what belongs to a bot. */
export const enter = <T>(bot: TestBot, body: () => T): T => entered.run(bot, body);

const never = new Promise<never>(() => {});

// A file that was loaded before is loaded again under another address.
let loads = 0;

/** A bot in a test, and what the SDK uses instead of the process. */
export class TestBot implements Bot, TestProcess {
  readonly metrics: Metric[] = [];
  readonly logs: LogRecord[] = [];
  readonly handlers = new Map<string, QueryHandler>();
  readonly #asked = new AbortController();
  readonly #variables: Record<string, string>;
  #milliseconds: number;
  #left: number;

  constructor({ config = {}, id = "test-bot", now, stopAfter = 0 }: BotOptions, folder: string) {
    this.#milliseconds = now?.getTime() ?? Date.UTC(2026, 0);
    this.#left = stopAfter * 1000;
    this.#variables = {
      BOT_ID: id,
      BOT_CONFIG: JSON.stringify(config),
      RESULT_PATH: join(folder, "result.json"),
      STATE_DIR: join(folder, "state"),
    };
  }

  get result(): JsonObject | undefined {
    const path = this.#variables.RESULT_PATH!;
    return existsSync(path) ? (readJson(readFileSync(path, "utf8")) as JsonObject) : undefined;
  }

  async run(program: (() => unknown) | string | URL): Promise<number> {
    const running = new Program();
    const body = typeof program === "function" ? program : () => load(program);
    return running.run(() => programs.run(running, async () => body()));
  }

  async ask(path: string, params: object = {}): Promise<JsonObject> {
    const find = (path: string) => this.handlers.get(path) ?? registry.find(path);
    const query = { QUERY_PATH: path, QUERY_PARAMS: JSON.stringify(params) };
    const outcome = await answering.run(true, () => answerOneShot({ ...registry, find }, query));
    logFailedHandler(outcome);
    return readJson(oneShotAnswer(outcome).document) as JsonObject;
  }

  stop(): void {
    this.#asked.abort();
  }

  variable(name: string): string | undefined {
    programs.getStore()?.leaveIfEnded();
    return this.#variables[name];
  }

  writeLine(_stream: Stream, line: string): void {
    if (programs.getStore()?.hasEnded) return;
    const { _metric: type, ...rest } = readJson(line) as JsonObject;
    if (type === undefined) this.logs.push(rest as unknown as LogRecord);
    else this.metrics.push({ type, ...rest } as Metric);
  }

  /** The bot's clock; a copy. Asked before each metric and log record. */
  get now(): Date {
    programs.getStore()?.leaveIfEnded();
    return new Date(this.#milliseconds);
  }

  end(exitCode: number): never {
    programs.getStore()?.end(exitCode);
    throw new Ended(exitCode);
  }

  /** Asked before each change of state or result. */
  isAnswering(): boolean {
    programs.getStore()?.refuseIfEnded();
    return answering.getStore() === true;
  }

  stopSignal(): AbortSignal {
    return programs.getStore()?.hasEnded ? AbortSignal.abort() : this.#asked.signal;
  }

  async wait(seconds: number): Promise<boolean> {
    const program = programs.getStore();
    if (program?.hasEnded) return never;
    const moved = Math.min(seconds * 1000, this.#left);
    if (moved === Number.POSITIVE_INFINITY)
      throw new Error("the bot would never be asked to stop, because stopAfter is Infinity");
    if (!this.#asked.signal.aborted && seconds > 0) {
      this.#milliseconds += moved;
      this.#left -= moved;
      if (this.#left <= 0) this.stop();
    }
    // As a real wait does, it lets other work of the bot go on.
    await setImmediate();
    return program?.hasEnded ? never : this.#asked.signal.aborted;
  }
}

async function load(program: string | URL): Promise<void> {
  const address = typeof program === "string" ? pathToFileURL(resolve(program)) : new URL(program);
  address.searchParams.set("run", String(++loads));
  // A CommonJS module is known by its path alone.
  if (address.protocol === "file:") delete createRequire(address).cache[fileURLToPath(address)];
  await import(address.href);
}
