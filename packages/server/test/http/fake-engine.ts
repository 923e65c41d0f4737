import type { LaunchCounters, LaunchUsage } from "@botyard/runtime";
import type { Engine, EngineParts } from "../../src/engine/engine.ts";
import { newId } from "../../src/model/ids.ts";
import type { Actor, Bot, BotEvent, Run } from "../../src/model/model.ts";
import { newTrace, type Trace, traceFields } from "../../src/model/trace.ts";
import { type BotNetwork, describeNetwork, noUse } from "../../src/networks/index.ts";
import { Statuses } from "../../src/processes/statuses.ts";
import { UserDisk } from "../../src/processes/user-disk.ts";
import type { QueryOutcome } from "../../src/queries/index.ts";
import type { CutScope, Once } from "../../src/store/index.ts";

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
  /** What every bot uses. */
  used: LaunchUsage | undefined;
  readonly #parts: EngineParts;
  readonly #statuses: Statuses;
  readonly disk: UserDisk;
  #work: Promise<void> = Promise.resolve();

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#statuses = new Statuses(parts.storage.engine, parts.bus, parts.clock);
    this.disk = new UserDisk({ ...parts, store: parts.storage.engine });
  }

  async start(): Promise<void> {
    await this.disk.load();
  }

  async stop(): Promise<void> {
    await this.#work;
    await this.disk.stop();
  }

  /** Resolves when the bots have the statuses that were asked for. */
  get settled(): Promise<void> {
    return this.#work;
  }

  /** What was said of secrets, by bot. */
  readonly secretsChanged: [string, string][] = [];

  secretChanged(botIds: readonly string[], what: string): void {
    for (const id of botIds) this.secretsChanged.push([id, what]);
  }

  changed(botId: string): void {
    this.changes.push(botId);
    if (this.frozen) return;
    this.#work = this.#work.then(() => this.settle(botId));
  }

  async settle(botId: string): Promise<void> {
    const bot = await this.#parts.storage.engine.botById(botId);
    if (!bot) return;
    const up = bot.model === "realtime" ? "running" : "idle";
    const status = bot.desired === "running" ? up : "stopped";
    if (bot.status !== status) await this.#statuses.change(botId, { status, asked: true });
    if (bot.desired === "deleted") await this.#statuses.change(botId, { status: "deleted", asked: true });
  }

  /** For what a test stores as the engine would. */
  get storage() {
    return this.#parts.storage.engine;
  }

  async runNow(bot: Bot, once?: Once, trace: Trace = newTrace()): Promise<Run> {
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
      ...traceFields(trace),
    };
    await this.#parts.storage.engine.addRun(run, once);
    return run;
  }

  async cancelRun(runId: string, once?: Once): Promise<Run | undefined> {
    await this.endRun(runId, "canceled", once);
    return this.#parts.storage.engine.getRun(runId);
  }

  async endRun(runId: string, status: Run["status"], once?: Once): Promise<void> {
    const finishedAt = this.#parts.clock.now().toISOString();
    await this.#parts.storage.engine.changeRun(runId, { status, finished_at: finishedAt }, once);
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
    const { storage, bus, clock } = this.#parts;
    const at = clock.now().toISOString();
    const common = { time: at, ingested_at: at, stream: "stdout", level: "info" } as const;
    const lines = messages.map((message) => ({ ...common, message }));
    const [stored] = await storage.engine.writeOutput([{ botId, lines, metrics: [] }]);
    const events = lines.map((line, n): BotEvent => {
      const seq = stored!.firstLine + n;
      return { channel: "logs", bot_id: botId, seq, record: { ...line, seq, bot_id: botId } };
    });
    if (tell) bus.publish(events);
  }

  /** Why no bot can be started. */
  refusal: { why: string; retryAfterSeconds: number } | undefined;

  async usage() {
    return this.used;
  }

  /** What is counted of every bot. */
  counted: (Partial<LaunchCounters> & { unreadBytes: number }) | undefined;

  /** Runs and queries that wait. */
  queued = 0;

  waiting(): number {
    return this.queued;
  }

  counters() {
    return this.counted;
  }

  async stored(): Promise<{ bytes: number; files: number } | undefined> {
    return { bytes: 4_096, files: 1 };
  }

  storedBy(userId: string): number {
    return this.disk.bytesOf(userId);
  }

  writing(bot: Bot, bytes: number): void {
    this.disk.write(bot, bytes);
  }

  async network(bot: Bot): Promise<BotNetwork> {
    const cuts = await this.storage.cuts();
    return describeNetwork(this.#parts.settings, bot, { asked: undefined, cuts, running: [] });
  }

  async cut(scope: CutScope, host: string | undefined, actor: Actor, once?: Once): Promise<void> {
    const at = this.#parts.clock.now().toISOString();
    await this.storage.addCut({ ...scope, ...(host !== undefined && { host }), at, actor }, once);
  }

  async restore(scope: CutScope, host?: string, _actor?: Actor, once?: Once): Promise<void> {
    await this.storage.removeCuts(scope, host, once);
  }

  /** Why bots are not run at all. */
  copied: string | undefined;

  copy() {
    return this.copied;
  }

  obstacle() {
    return this.refusal;
  }

  async target() {
    const machine = { os: "linux", architecture: "x64", libc: "glibc", libc_version: "2.36" } as const;
    const python = {
      runtime: "python311",
      implementation: "cpython",
      version: "3.11.7",
      abi: "cp311",
    } as const;
    return { ...machine, interpreters: [python] };
  }

  use = noUse();

  async capacity() {
    return { memory: 2 ** 33, cpus: 4, disk: 2 ** 40 };
  }

  networkUse() {
    return this.use;
  }

  isolation() {
    return {
      engine: "process",
      isolation: "none" as const,
      limits: "watched" as const,
      network: "own" as const,
      reasons: ["It is a test."],
    };
  }
}

export function answered(status: number, body: string): QueryOutcome {
  return { kind: "answered", status, body: Buffer.from(body) };
}
