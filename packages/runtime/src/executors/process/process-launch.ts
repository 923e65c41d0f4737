import type { ChildProcess } from "node:child_process";
import { statSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { Cut } from "@botyard/border";
import type {
  Address,
  BrokenLimit,
  Exit,
  Launch,
  LaunchCounters,
  LaunchFiles,
  LaunchLimits,
  LaunchRecord,
  LaunchUsage,
  Stored,
} from "../../executor.ts";
import { watchGrowth } from "../../output/watch-growth.ts";
import { type Cgroup, countedOutside } from "./cgroups/cgroup.ts";
import type { Throttle } from "./cpu/throttle.ts";
import { type LaunchPaths, readStatus } from "./launch-dir.ts";
import { type Identity, identityOf, isAlive, signal } from "./members/identity.ts";
import type { Members } from "./members/members.ts";
import type { ProcessEntry } from "./members/process-entry.ts";
import { freshTable } from "./members/process-table.ts";
import { isListenedTo, listenersAreOf } from "./network/listeners.ts";
import type { Networks } from "./network/networks.ts";
import { isOpen } from "./network/ports.ts";
import { UsageMeter } from "./usage.ts";

/** Rounds without a successful kill after which the remaining processes (setuid programs of other users) are left. */
const roundsInVain = 50;

/** The exit code of a process that SIGKILL has ended. */
const killed = 128 + constants.signals.SIGKILL;

/** A launch, started by this platform process or by an earlier one. */
export class ProcessLaunch implements Launch {
  readonly record: LaunchRecord;
  readonly files: LaunchFiles;
  readonly ended: Promise<Exit>;
  readonly members: Members;
  /** True if its reaper is a child of this process, which is then notified of its end. */
  isOurChild = false;
  /** Pauses the launch while it exceeds its CPU limit. */
  throttle: Throttle | undefined;
  /** The control group in which the kernel enforces its limits. */
  cgroup: Cgroup | undefined;
  limits: LaunchLimits | undefined;
  /** Set if it has a network of its own. */
  networks: Networks | undefined;
  /** Memory that it holds by open files without a name, such as memfd; mapped or not. */
  heldBytes = 0;
  #stored: Stored | undefined;
  #onStored: ((stored: Stored) => void) | undefined;
  #meter: UsageMeter | undefined;
  #paths: LaunchPaths;
  #reaper: Identity | undefined;
  #limit: BrokenLimit | undefined;
  #settle!: (exit: Exit) => void;
  #unwatch: (() => void) | undefined;
  #isKilled = false;
  /** The kills of its processes that are under way. */
  #killing: Promise<void> | undefined;
  #mainEnded = false;
  #over = false;

  constructor(record: LaunchRecord, paths: LaunchPaths, members: Members) {
    this.record = record;
    this.#reaper = record.process;
    this.#paths = paths;
    this.files = { stdout: paths.stdout, stderr: paths.stderr, result: paths.result };
    this.members = members;
    this.ended = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get hasEnded(): boolean {
    return this.#mainEnded;
  }

  /** Waits for a child of this process. */
  follow(child: ChildProcess): void {
    this.isOurChild = true;
    child.once("exit", (code) => {
      void this.#mainHasEnded(code ?? readStatus(this.#paths.status).exitCode, new Date());
    });
  }

  /** Checks whether a process that is not a child has ended, by its reaper's status file and its identity. */
  look(): void {
    if (this.#mainEnded) return;
    this.#unwatch ??= watchGrowth(this.#paths.status, () => this.tryLook());
    const running = this.#reaper !== undefined && isAlive(this.#reaper);
    const { exitCode } = readStatus(this.#paths.status);
    if (exitCode === undefined && running) return;
    void this.#mainHasEnded(exitCode, modifiedAt(this.#paths.status));
  }

  /** As {@link look}, but ignores errors, such as too many open files; the next look will succeed. */
  tryLook(): void {
    try {
      this.look();
    } catch {
      // Retried with the next look.
    }
  }

  async stop(graceMs: number): Promise<Exit> {
    const deadline = Date.now() + graceMs;
    this.throttle?.release();
    while (!this.#mainEnded && Date.now() < deadline) {
      const main = this.#main();
      if (main && signal(identityOf(main), "SIGTERM")) break;
      await this.#endedWithin(10);
    }
    await this.#endedWithin(Math.max(0, deadline - Date.now()));
    return this.#over ? this.ended : this.kill();
  }

  async kill(): Promise<Exit> {
    this.#isKilled = true;
    // At first the reaper may not have started the bot, so that there is nothing to kill yet.
    for (let round = 1; !this.#mainEnded; round++) {
      await this.#killAll();
      await this.#endedWithin(Math.min(20 * round, 1000));
    }
    return this.ended;
  }

  onStored(listener: (stored: Stored) => void): void {
    this.#onStored = listener;
    if (this.#stored) listener(this.#stored);
  }

  /** Call with what it uses on the disk, each time it has been measured. */
  stored(stored: Stored): void {
    this.#stored = stored;
    this.#onStored?.(stored);
  }

  async breakOff(limit: BrokenLimit): Promise<void> {
    if (this.#mainEnded) return;
    this.#limit ??= limit;
    await this.kill();
  }

  async address(): Promise<Address | undefined> {
    const { address, process: reaper } = this.record;
    // Nobody else is in its network.
    if (address?.launch !== undefined)
      return reaper && isAlive(reaper) && (await isListenedTo(address.port, reaper.pid))
        ? address
        : undefined;
    // Connecting is much cheaper than finding out which process listens.
    if (!address || !(await isOpen(address))) return undefined;
    const pids = this.members.seen(await freshTable()).map((entry) => entry.pid);
    return (await listenersAreOf(address.port, pids)) ? address : undefined;
  }

  get hasOwnNetwork(): boolean {
    return this.networks !== undefined;
  }

  async cut(cut: Cut): Promise<void> {
    if (!this.networks) throw new Error("The launch has the network of the host, which cannot be cut.");
    await this.networks.cut(this.record.id, cut);
  }

  async usage(): Promise<LaunchUsage | undefined> {
    if (this.#mainEnded) return undefined;
    this.#meter ??= new UsageMeter(this.members, this.cgroup, countedOutside(this.record.isolation));
    const usage = await this.#meter.measure(this.limits);
    return this.#mainEnded ? undefined : usage;
  }

  counters(): LaunchCounters | undefined {
    if (this.#mainEnded) return undefined;
    const used = this.cgroup?.usage;
    if (!used) return undefined;
    const { memoryBytes, cpuSeconds } = used;
    return { memoryBytes, ...(cpuSeconds !== undefined && { cpuSeconds }) };
  }

  async #mainHasEnded(code: number | undefined, endedAt: Date): Promise<void> {
    if (this.#mainEnded) return;
    this.#mainEnded = true;
    this.#unwatch?.();
    // Awaited, because it would also kill what tidies up as the bot's user once the launch is over.
    await this.#killing;
    await this.#killAll();
    const limit = this.#limit ?? this.cgroup?.brokenLimit;
    await this.cgroup?.end();
    this.#over = true;
    // A reaper that has just been started may be killed before it can write down how the bot ended.
    const known = code ?? (this.#isKilled ? killed : undefined);
    this.#settle({ ...describeExit(known), ...(limit && { limit }), endedAt });
  }

  #main(): ProcessEntry | undefined {
    try {
      return this.members.main();
    } catch {
      return undefined;
    }
  }

  /** Kills all processes. Calls at the same time share one pass. */
  #killAll(): Promise<void> {
    this.#killing ??= this.#killEverything().finally(() => {
      this.#killing = undefined;
    });
    return this.#killing;
  }

  /** Sends SIGKILL to all processes, repeatedly until none is left, because they may fork meanwhile. */
  async #killEverything(): Promise<void> {
    let inVain = 0;
    for (let round = 0; inVain < roundsInVain; round++) {
      const left = await this.members.everything().catch(() => undefined);
      if (left?.length === 0) return;
      if (!left) {
        // The process table could not be read, for instance because of too many open files. Retry.
        await delay(100);
        continue;
      }
      // Stopped processes cannot fork while the others are being killed.
      if (left.length > 1) for (const entry of left) signal(identityOf(entry), "SIGSTOP");
      // Not `some`, which would stop at the first one.
      const sent = left.filter((entry) => signal(identityOf(entry), "SIGKILL"));
      inVain = sent.length > 0 ? 0 : inVain + 1;
      await delay(Math.min(1 + round, 50));
    }
  }

  async #endedWithin(ms: number): Promise<void> {
    const timer = new AbortController();
    await Promise.race([this.ended, delay(ms, undefined, { signal: timer.signal }).catch(() => {})]);
    timer.abort();
  }
}

/** Decodes a reaper's exit code: 128 + n means signal n. */
function describeExit(code: number | undefined): Pick<Exit, "code" | "signal"> {
  if (code === undefined) return {};
  const name = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
  return name === undefined ? { code } : { code, signal: name };
}

function modifiedAt(path: string): Date {
  return statSync(path, { throwIfNoEntry: false })?.mtime ?? new Date();
}
