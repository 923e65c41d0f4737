import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import {
  type Address,
  type BrokenLimit,
  type Counted,
  type Cut,
  type Executor,
  type Exit,
  type IsolationReport,
  type Launch,
  type LaunchCounters,
  LaunchError,
  type LaunchFiles,
  type LaunchMark,
  type LaunchRecord,
  type LaunchSpec,
  type LaunchUsage,
  type MarkedLaunch,
  type Stored,
} from "@botyard/runtime";
import type { Clock } from "../../src/clock.ts";

/** A process that the test controls, with real files. */
export class FakeLaunch implements Launch {
  readonly spec: LaunchSpec;
  readonly record: LaunchRecord;
  readonly files: LaunchFiles;
  readonly ended: Promise<Exit>;
  readonly signals: string[] = [];
  /** What is cut in its network now. */
  isCut: Cut;
  /** Ends at SIGTERM, as well-behaved processes do. */
  obeys = true;
  exit: Exit | undefined;
  readonly #clock: Clock;
  #settle!: (exit: Exit) => void;

  constructor(spec: LaunchSpec, clock: Clock) {
    this.spec = spec;
    this.isCut = spec.network?.cut ?? [];
    this.#clock = clock;
    this.record = { id: spec.id, dir: spec.dir, engine: "fake", isolation: "none" };
    if (spec.kind === "query-server") this.record.address = { host: "127.0.0.1", port: 1 };
    mkdirSync(spec.dir, { recursive: true });
    this.files = {
      stdout: join(spec.dir, "stdout"),
      stderr: join(spec.dir, "stderr"),
      result: join(spec.dir, "result.json"),
    };
    writeFileSync(this.files.stdout, "");
    writeFileSync(this.files.stderr, "");
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get hasEnded(): boolean {
    return this.exit !== undefined;
  }

  print(...lines: string[]): void {
    appendFileSync(this.files.stdout, lines.map((line) => `${line}\n`).join(""));
  }

  report(result: unknown): void {
    writeFileSync(this.files.result, JSON.stringify(result));
  }

  end(how: Pick<Exit, "code" | "signal" | "limit"> = { code: 0 }): void {
    if (this.exit) return;
    this.exit = { ...how, endedAt: this.#clock.now() };
    this.#settle(this.exit);
  }

  async stop(graceMs: number): Promise<Exit> {
    this.signals.push("SIGTERM");
    if (this.obeys) this.end({ code: 143, signal: "SIGTERM" });
    else this.#clock.after(graceMs, () => void this.kill());
    return this.ended;
  }

  async kill(): Promise<Exit> {
    if (!this.exit) this.signals.push("SIGKILL");
    this.end({ code: 137, signal: "SIGKILL" });
    return this.ended;
  }

  async breakOff(limit: BrokenLimit): Promise<void> {
    this.signals.push("SIGKILL");
    this.end({ code: 137, signal: "SIGKILL", limit });
  }

  /** Tells what the launch uses on the disk. */
  stored: (stored: Stored) => void = () => {};

  onStored(listener: (stored: Stored) => void): void {
    this.stored = listener;
  }

  get hasOwnNetwork(): boolean {
    return this.spec.network !== undefined;
  }

  async cut(cut: Cut): Promise<void> {
    this.isCut = cut;
  }

  async usage(): Promise<LaunchUsage | undefined> {
    if (this.exit) return undefined;
    return { memoryBytes: 1_000_000, cpus: 0.25, processes: 2, limits: this.spec.limits };
  }

  counters(): LaunchCounters | undefined {
    return undefined;
  }

  async address(): Promise<Address | undefined> {
    return this.record.address;
  }
}

/** An executor whose processes outlive the platform; pass the same executor to the next engine. */
export class FakeExecutor implements Executor {
  readonly #clock: Clock;
  readonly launches: FakeLaunch[] = [];
  /** Called with each new process; may throw to refuse it. */
  onLaunch: (launch: FakeLaunch) => void = () => {};
  refuse: LaunchError | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get last(): FakeLaunch {
    const last = this.launches.at(-1);
    if (!last) throw new Error("Nothing was started.");
    return last;
  }

  get alive(): FakeLaunch[] {
    return this.launches.filter((launch) => !launch.exit);
  }

  /** Why no process can be started, as if isolation could not be established. */
  obstacle: string | undefined;
  /** Why bots can have no network of their own. */
  networkObstacle: string | undefined;
  /** Number of attempts to establish isolation. */
  tries = 0;
  /** Number of launches requested in spite of the obstacle. */
  refused = 0;

  describe(): IsolationReport {
    return {
      engine: "fake",
      isolation: this.obstacle === undefined ? ("none" as const) : ("undetermined" as const),
      limits: "watched" as const,
      reasons: this.obstacle === undefined ? [] : [this.obstacle],
      ...(this.networkObstacle !== undefined && { networkObstacle: this.networkObstacle }),
    };
  }

  async target() {
    const machine = { os: "linux", architecture: "x64", libc: "glibc", libc_version: "2.36" } as const;
    return { ...machine, interpreters: [] };
  }

  async establish() {
    this.tries++;
    return this.describe();
  }

  async launch(spec: LaunchSpec): Promise<Launch> {
    if (this.obstacle !== undefined) {
      this.refused++;
      throw new Error(this.obstacle);
    }
    if (this.refuse) throw this.refuse;
    const launch = new FakeLaunch(spec, this.#clock);
    this.launches.push(launch);
    this.onLaunch(launch);
    return launch;
  }

  /** What launches have counted, until it is taken. */
  counted: Counted[] = [];

  async connections(): Promise<Counted[]> {
    return this.counted.splice(0);
  }

  async connect(): Promise<Socket> {
    throw new Error("Nothing listens.");
  }

  async adopt(record: LaunchRecord, cut: Cut = []): Promise<Launch | undefined> {
    const launch = this.launches.find((one) => one.record.id === record.id);
    if (launch) launch.isCut = cut;
    return launch;
  }

  async marked(belongs: (mark: LaunchMark) => boolean): Promise<MarkedLaunch[]> {
    return this.alive.flatMap((launch) => {
      const { id, botId, dataFolder } = launch.spec;
      const mark = { launchId: id, botId, ...(dataFolder !== undefined && { dataFolder }) };
      return belongs(mark) ? [{ mark, launch }] : [];
    });
  }
}

export { LaunchError };
