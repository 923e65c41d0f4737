import {
  type Bot,
  type CutScope,
  describeNetwork,
  type Engine,
  noUse,
  plannedTicks,
  type QueryOutcome,
  type Run,
  type Settings,
  startsAlike,
  type Trace,
} from "@botyard/server/building-blocks";
import type { SettableClock } from "../clock.ts";
import type { Memory } from "../memory.ts";
import { answer } from "./answers.ts";
import type { Behaviors } from "./behaviors.ts";
import { Cuts } from "./networks.ts";
import { Runs } from "./runs.ts";
import type { Writer } from "./writer.ts";

export interface EngineParts {
  memory: Memory;
  clock: SettableClock;
  writer: Writer;
  behaviors: Behaviors;
  settings: Settings;
  obstacle?: string | undefined;
}

/** An engine without processes: bots do what the scenario says. */
export class MockEngine implements Engine {
  readonly runs: Runs;
  readonly #cuts: Cuts;
  readonly #parts: EngineParts;
  /** Cancels what a bot is to do next: its start or its tick. */
  readonly #next = new Map<string, () => void>();
  /** What each realtime bot was started with. */
  readonly #started = new Map<string, Bot>();
  #work: Promise<void> = Promise.resolve();

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.runs = new Runs(parts);
    this.#cuts = new Cuts(parts.memory);
  }

  async start(): Promise<void> {
    for (const bot of this.#parts.memory.bots.values()) {
      if (bot.model === "scheduled" && bot.status === "idle") this.#armTick(bot);
      if (bot.status === "running") this.#started.set(bot.bot_id, bot);
    }
  }

  async stop(): Promise<void> {
    for (const cancel of this.#next.values()) cancel();
    this.#next.clear();
    await this.settled();
  }

  /** Resolves when bots have the status that the last requests asked for. */
  async settled(): Promise<void> {
    let last: Promise<void>;
    do {
      last = this.#work;
      await last;
    } while (last !== this.#work);
  }

  changed(botId: string): void {
    this.#later(() => this.#settle(botId));
  }

  secretChanged(botIds: readonly string[]): void {
    const { memory } = this.#parts;
    this.#later(() => {
      for (const id of botIds) {
        const bot = memory.bots.get(id);
        const isStaged = [...memory.secrets.values()].some(
          ({ row }) => row.owner_id === bot?.owner_id && row.applied_version < row.version,
        );
        if (bot?.model === "realtime" && bot.status === "running" && !isStaged) this.#startBot(bot);
      }
    });
  }

  async runNow(bot: Bot, _once?: unknown, trace?: Trace): Promise<Run> {
    const run = this.runs.queue(bot, undefined, trace);
    this.#later(() => this.runs.begin(run.id));
    return run;
  }

  async cancelRun(runId: string): Promise<Run | undefined> {
    return this.runs.end(runId, { canceled: true });
  }

  async query(
    bot: Bot,
    path: string,
    params: Record<string, unknown>,
    timeoutMs: number,
    gone: AbortSignal,
  ): Promise<QueryOutcome> {
    if (bot.model === "realtime" && bot.status !== "running") return { kind: "not_running" };
    const obstacle = this.obstacle();
    if (bot.model === "scheduled" && obstacle) return { kind: "not_isolated", ...obstacle };
    return answer(this.#parts.clock, this.#parts.behaviors.of(bot), { path, params, timeoutMs, gone });
  }

  async usage(bot: Bot) {
    const { memory, behaviors } = this.#parts;
    const runs = [...memory.runs.values()].filter(({ bot_id }) => bot_id === bot.bot_id);
    const isUp =
      bot.model === "realtime" ? bot.status === "running" : runs.some(({ status }) => status === "running");
    if (!isUp) return undefined;
    const { memory_bytes = 48 * 1024 * 1024, cores = 0.02, processes = 3 } = behaviors.of(bot).usage ?? {};
    return { memoryBytes: memory_bytes, cpus: cores, processes };
  }

  waiting(): number {
    return [...this.#parts.memory.runs.values()].filter(({ status }) => status === "queued").length;
  }

  /** Only `/metrics/bots` asks for it, which the mock platform does not have. */
  counters(): undefined {}

  async stored({ bot_id }: Bot) {
    const values = [...(this.#parts.memory.states.get(bot_id)?.values() ?? [])];
    return { bytes: values.reduce((sum, { bytes }) => sum + bytes.length, 0), files: values.length };
  }

  storedBy(): undefined {}

  /** The mock platform has no quotas of its own. */
  writing(): void {}

  async network(bot: Bot) {
    const { memory, settings } = this.#parts;
    const row = memory.versions.find(
      (one) => one.owner_id === bot.owner_id && one.name === bot.custom_bot && one.version === bot.version,
    );
    const asked = row && (JSON.parse(row.config) as { network?: Bot["network"] }).network;
    return describeNetwork(settings, bot, { asked, cuts: memory.cuts, running: [] });
  }

  async cut(...[scope, host, actor]: Parameters<Engine["cut"]>): Promise<void> {
    this.#cuts.add({ ...scope, ...(host && { host }), at: this.#parts.clock.now().toISOString(), actor });
  }

  async restore(scope: CutScope, host: string | undefined): Promise<void> {
    this.#cuts.remove(scope, host);
  }

  networkUse() {
    return noUse();
  }

  isolation() {
    const reasons = ["The mock platform starts no processes."];
    return { engine: "mock", isolation: "none", limits: "watched", network: "own", reasons } as const;
  }

  /** A usual platform. It has no interpreters to ask, so that the client assumes those that runtimes are named after. */
  async target() {
    const machine = { os: "linux", architecture: process.arch, libc: "glibc", libc_version: "2.41" } as const;
    return { ...machine, interpreters: [] };
  }

  /** A machine of its own, so that tests see the same on each. */
  async capacity() {
    return { memory: 8 * 1024 ** 3, cpus: 4, disk: 100 * 1024 ** 3 };
  }

  copy() {
    return undefined;
  }

  obstacle() {
    const { obstacle } = this.#parts;
    return obstacle === undefined ? undefined : { why: obstacle, retryAfterSeconds: 30 };
  }

  /** Work of one bot after another, after the answer to the request. */
  #later(work: () => void): void {
    this.#work = this.#work.then(() => new Promise((resolve) => setImmediate(resolve))).then(work);
  }

  #settle(botId: string): void {
    const { memory, writer } = this.#parts;
    const bot = memory.bots.get(botId);
    if (!bot || this.#isCurrent(bot)) return;
    this.#next.get(botId)?.();
    this.#next.delete(botId);
    if (bot.desired === "running") {
      if (bot.model === "scheduled") this.#armTick(this.#idle(bot));
      else if (bot.status !== "failed") this.#startBot(bot);
      return;
    }
    this.runs.cancelAll(botId);
    const { running_revision: _, ...ended } = bot;
    memory.bots.set(botId, ended);
    if (bot.status !== "stopped") {
      writer.status(botId, { status: "stopping", asked: true });
      if (bot.desired === "stopped") writer.status(botId, { status: "stopped", asked: true });
    }
    if (bot.desired === "deleted") writer.status(botId, { status: "deleted", asked: true });
  }

  /** Whether a realtime bot runs, or starts, with its settings. A change of the name needs no restart. */
  #isCurrent(bot: Bot): boolean {
    const isUp = bot.status === "running" || bot.status === "starting";
    if (bot.model !== "realtime" || bot.desired !== "running" || !isUp) return false;
    const started = this.#started.get(bot.bot_id);
    return started?.generation === bot.generation && startsAlike(started, bot);
  }

  #startBot(bot: Bot): void {
    const { writer, behaviors, clock } = this.#parts;
    const { start = {} } = behaviors.of(bot);
    this.#started.set(bot.bot_id, bot);
    if (bot.status === "running") writer.status(bot.bot_id, { status: "stopping", asked: true });
    writer.status(bot.bot_id, { status: "starting", asked: true });
    const come = () => {
      this.#next.delete(bot.bot_id);
      const status = start.status ?? "running";
      writer.logs(bot.bot_id, start.logs ?? []);
      writer.metrics(bot.bot_id, start.metrics ?? []);
      const up = { running_revision: bot.revision, started_at: clock.now().toISOString() };
      writer.status(
        bot.bot_id,
        { ...start, status, asked: status === "running" },
        status === "running" ? up : {},
      );
    };
    if (start.delay_ms === undefined) come();
    else this.#next.set(bot.bot_id, clock.after(start.delay_ms, come));
  }

  #idle(bot: Bot): Bot {
    const { memory, writer } = this.#parts;
    if (bot.status !== "idle") writer.status(bot.bot_id, { status: "idle", asked: true });
    return memory.bots.get(bot.bot_id)!;
  }

  #armTick(bot: Bot): void {
    const { memory, clock } = this.#parts;
    const [tick] = plannedTicks(bot, clock.now(), 1);
    if (!tick) return;
    const come = () => {
      const now = memory.bots.get(bot.bot_id);
      if (now?.desired !== "running") return;
      const run = this.runs.queue(now, tick.toISOString());
      this.runs.begin(run.id);
      this.#armTick(now);
    };
    this.#next.set(bot.bot_id, clock.at(tick, come));
  }
}
