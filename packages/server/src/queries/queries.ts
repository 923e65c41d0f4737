import {
  cutAnswer,
  type Executor,
  type Exit,
  type Launch,
  readBotFile,
  removeWritten,
} from "@botyard/runtime";
import type { Logger } from "pino";
import { type Clock, pause } from "../clock.ts";
import { messageOf } from "../errors/platform-error.ts";
import type { Bot } from "../model/model.ts";
import type { Trace } from "../model/trace.ts";
import type { Networks } from "../networks/index.ts";
import type { Collector, Maskers } from "../output/index.ts";
import {
  describeExit,
  type Isolation,
  type Launcher,
  type Packages,
  type QueryServer,
  type UserDisk,
} from "../processes/index.ts";
import type { Settings } from "../settings/settings.ts";
import { askServer } from "./ask-server.ts";
import type { Dial } from "./connections.ts";
import type { QueryOutcome } from "./outcome.ts";
import { Turnstile } from "./turnstile.ts";

export interface QueriesOptions {
  executor: Executor;
  isolation: Isolation;
  launcher: Launcher;
  packages: Packages;
  collector: Collector;
  maskers: Maskers;
  disk: UserDisk;
  networks: Networks;
  settings: Settings;
  clock: Clock;
  log: Logger;
  /** Returns the query process of a realtime bot. */
  serverOf(botId: string): QueryServer | undefined;
}

/** Room for the envelope around a one-shot answer. */
const envelopeBytes = 64 * 1024;
const lookAgainMs = 25;
/** How long an ending process may keep its port after it closed its connections. */
const dyingMs = 100;

/** Sends queries to bots: to a realtime bot's query process, or to a process started for the query. */
export class Queries {
  readonly #options: QueriesOptions;
  readonly #turnstiles = new Map<string, Turnstile>();
  readonly #putAway = new Set<Promise<void>>();

  constructor(options: QueriesOptions) {
    this.#options = options;
  }

  async ask(
    bot: Bot,
    path: string,
    params: Record<string, unknown>,
    timeoutMs: number,
    gone: AbortSignal,
    trace?: Trace,
  ): Promise<QueryOutcome> {
    const isUp = bot.model === "scheduled" || (bot.status === "running" && bot.desired === "running");
    // A scheduled bot needs a new process; a realtime bot may have one of an earlier platform process.
    if (bot.model === "scheduled" || (!isUp && bot.desired === "running")) {
      const refusal = this.#notIsolated();
      if (refusal) return refusal;
    }
    if (!isUp) return { kind: "not_running" };
    const deadline = performance.now() + timeoutMs;
    const turnstile = this.#turnstileOf(bot.bot_id);
    const tooMany = { kind: "too_many", retryAfterSeconds: 1 } as const;
    if (!(await turnstile.enter(timeoutMs, gone))) return tooMany;
    try {
      // Its turn came when its time was up.
      if (performance.now() >= deadline) return tooMany;
      const question = { path, params, timeoutMs, deadline, gone, ...(trace && { trace }) };
      return bot.model === "realtime"
        ? await this.#askServer(bot, question)
        : await this.#askOnce(bot, question);
    } finally {
      turnstile.leave();
      if (turnstile.isEmpty) this.#turnstiles.delete(bot.bot_id);
    }
  }

  /** Number of queries that wait for another one of their bot. */
  get waiting(): number {
    return [...this.#turnstiles.values()].reduce((sum, { waiting }) => sum + waiting, 0);
  }

  /** Resolves when the query processes that have ended are removed. */
  async settle(): Promise<void> {
    await Promise.all(this.#putAway);
  }

  #notIsolated(): QueryOutcome | undefined {
    const { isolation } = this.#options;
    const why = isolation.obstacle;
    if (why === undefined) return undefined;
    return { kind: "not_isolated", why, retryAfterSeconds: isolation.retryAfterSeconds };
  }

  async #askServer(bot: Bot, question: Question): Promise<QueryOutcome> {
    const { path, params, timeoutMs, deadline, gone, trace } = question;
    const { clock, settings, executor, serverOf } = this.#options;
    const dial: Dial = (address) => executor.connect(address);
    const timedOut = { kind: "timed_out", afterMs: timeoutMs } as const;
    let wasReset = false;
    for (;;) {
      const server = serverOf(bot.bot_id);
      if (!server) return { kind: "not_running" };
      const address = await server.address();
      if (!address) {
        const refusal = this.#notIsolated();
        if (refusal) return refusal;
      }
      const left = deadline - performance.now();
      let wait = lookAgainMs;
      if (gone.aborted || (left <= 0 && address)) return timedOut;
      if (left <= 0) return { kind: "not_listening", retryAfterSeconds: 2 };
      if (address) {
        const answer = await askServer({
          ...{ address, dial, path, params, timeoutMs: left, maxBytes: settings.answerBytes },
          ...{ onNewConnection: wasReset, gone, ...(trace && { trace }) },
        });
        if (answer.kind === "timed_out") return timedOut;
        if (answer.kind === "reset" && wasReset) return { kind: "broken", detail: closedTwice };
        if (answer.kind !== "refused" && answer.kind !== "reset") return answer;
        server.doubt();
        if (answer.kind === "reset") {
          wasReset = true;
          wait = dyingMs;
        }
      }
      await pause(clock, Math.min(wait, Math.max(1, deadline - performance.now())));
    }
  }

  async #askOnce(bot: Bot, question: Question): Promise<QueryOutcome> {
    const { path, params, timeoutMs, deadline, gone, trace } = question;
    const { executor, launcher, packages, disk, networks, settings } = this.#options;
    let launch: Launch;
    const planned = launcher.plan(bot, "query");
    try {
      disk.requireRoom(bot);
      const ready = await packages.ready(bot);
      const spec = launcher.spec(planned, ready, await launcher.secrets.open(bot));
      const query = { path, params: JSON.stringify(params) };
      launch = await executor.launch({ ...spec, query, ...(trace && { trace }) });
      networks.follow(bot, launch, spec.network?.cut);
    } catch (error) {
      this.#keepUntilDone(removeWritten(planned.stored.record.dir, bot.owner_id));
      return { kind: "broken", detail: `The query process could not be started. ${messageOf(error)}` };
    }
    disk.follow(bot, launch, true);
    const exit = await endOf(launch, deadline - performance.now(), gone);
    const outcome: QueryOutcome = exit
      ? answerOf(launch.files.result, exit, settings.answerBytes)
      : { kind: "timed_out", afterMs: timeoutMs };
    this.#keepUntilDone(this.#putLaunchAway(bot, launch));
    return outcome;
  }

  /** Collects the output of a query process after its answer was sent, and removes the process. */
  async #putLaunchAway(bot: Bot, launch: Launch): Promise<void> {
    const { collector, maskers } = this.#options;
    await launch.kill();
    const following = collector.follow({
      launchId: launch.record.id,
      botId: bot.bot_id,
      files: launch.files,
      offsets: { stdout: 0, stderr: 0 },
      masker: await maskers.maskerOf(bot),
      hasRow: false,
    });
    await following.finish();
    await removeWritten(launch.record.dir, bot.owner_id);
  }

  #keepUntilDone(work: Promise<void>): void {
    const done = work
      .catch((error) => this.#options.log.warn({ err: error }, "A query process could not be removed."))
      .finally(() => this.#putAway.delete(done));
    this.#putAway.add(done);
  }

  #turnstileOf(botId: string): Turnstile {
    const { settings, clock } = this.#options;
    let turnstile = this.#turnstiles.get(botId);
    if (!turnstile) {
      turnstile = new Turnstile(settings.queriesPerBot, settings.queriesWaiting, clock);
      this.#turnstiles.set(botId, turnstile);
    }
    return turnstile;
  }
}

interface Question {
  path: string;
  params: Record<string, unknown>;
  timeoutMs: number;
  /** On the monotonic clock. */
  deadline: number;
  gone: AbortSignal;
  trace?: Trace;
}

/** Waits for the end of a launch. Returns `undefined` if it did not end in time or the client disconnected. */
async function endOf(launch: Launch, withinMs: number, gone: AbortSignal): Promise<Exit | undefined> {
  const late = Promise.withResolvers<undefined>();
  const giveUp = () => late.resolve(undefined);
  const timer = setTimeout(giveUp, gone.aborted ? 0 : Math.max(0, withinMs));
  gone.addEventListener("abort", giveUp);
  const exit = await Promise.race([launch.ended, late.promise]);
  clearTimeout(timer);
  gone.removeEventListener("abort", giveUp);
  return exit;
}

function answerOf(file: string, exit: Exit, maxBytes: number): QueryOutcome {
  const answer = readBotFile(file, maxBytes + envelopeBytes);
  if (answer.kind === "too_large") return { kind: "broken", detail: tooLong(maxBytes) };
  if (answer.kind !== "bytes") {
    return { kind: "broken", detail: `The query process wrote no answer. ${describeExit(exit, "It")}` };
  }
  const cut = cutAnswer(answer.bytes);
  if (cut.kind === "answered" && cut.body.length > maxBytes)
    return { kind: "broken", detail: tooLong(maxBytes) };
  return cut;
}

const closedTwice =
  "The bot's query server closed the connection twice without an answer. Look at the bot's log of that time.";

function tooLong(maxBytes: number): string {
  return `The bot's answer is longer than ${maxBytes} bytes.`;
}
