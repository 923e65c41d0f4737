import type { ChildProcess } from "node:child_process";
import { statSync } from "node:fs";
import {
  type Executor,
  type IsolationReport,
  type Launch,
  LaunchError,
  type LaunchLimits,
  type LaunchRecord,
  type LaunchSpec,
} from "../../executor.ts";
import { Cgroup, groupFolders } from "./cgroup.ts";
import { chooseIsolation } from "./choose-isolation.ts";
import { Delegation } from "./delegation.ts";
import { findReaper } from "./find-reaper.ts";
import { type Identity, identityOf } from "./identity.ts";
import { closeInheritedPipes } from "./inherited-pipes.ts";
import { type LaunchPaths, launchPaths, readReaper, readStatus, writeReaper } from "./launch-dir.ts";
import { MarkedMembers } from "./marked-members.ts";
import { type PreparedLaunch, prepareLaunch, spawnPrepared } from "./prepare.ts";
import { readProcess } from "./process-entry.ts";
import { ProcessLaunch } from "./process-launch.ts";
import { SandboxMembers } from "./sandbox-members.ts";
import { Tools } from "./tools.ts";
import { Watch } from "./watch.ts";

const ENGINE = "process";

export interface ProcessExecutorOptions {
  /**
   * A folder of the executor's own in the data folder; created when missing. It remembers which user is whose. Where
   * bots have users of their own and no sandbox, others are let through (not into) the data folder around it.
   */
  dir: string;
  /** The strongest isolation to try. Default: `bubblewrap`, the strongest there is. */
  isolation?: IsolationReport["isolation"];
}

export interface ProcessExecutor extends Executor {
  /** The exact command and environment that `launch` would use, and nothing started. For benchmarks. */
  prepare(spec: LaunchSpec): Promise<PreparedLaunch>;
  /** Starts a prepared launch and leaves it to itself: no record, no limits watched, nothing cleaned up. */
  spawnBare(spec: LaunchSpec, prepared: PreparedLaunch): Promise<ChildProcess>;
}

/**
 * Runs bots as local processes, in the strongest isolation that works here.
 * No process of a bot depends on the life of the platform's process.
 */
export async function createProcessExecutor(options: ProcessExecutorOptions): Promise<ProcessExecutor> {
  return executorWithin(options, () => new Delegation());
}

/** As above, with another idea of where control groups are. Whoever finds no `delegation` throws why. */
export async function executorWithin(
  options: ProcessExecutorOptions,
  findDelegation: () => Delegation,
): Promise<ProcessExecutor> {
  closeInheritedPipes();
  const { isolation, reach, reasons } = await chooseIsolation(options.dir, options.isolation ?? "bubblewrap");
  const { delegation, obstacle } = delegationOr(findDelegation);
  const report: IsolationReport = {
    engine: ENGINE,
    isolation: isolation.name,
    limits: delegation ? "cgroup" : "watched",
    reasons: obstacle ? [...reasons, obstacle] : reasons,
  };
  const tools = new Tools(reach);
  const watch = new Watch();

  function track(
    record: LaunchRecord,
    paths: LaunchPaths,
    limits: LaunchLimits | undefined,
    cgroup: Cgroup | undefined,
    isAdopted: boolean,
  ): ProcessLaunch {
    const of = {
      id: record.id,
      status: paths.status,
      reaper: record.process,
      user: record.isolation === "user" ? statSync(paths.out, { throwIfNoEntry: false })?.uid : undefined,
    };
    const members = record.isolation === "bubblewrap" ? new SandboxMembers(of) : new MarkedMembers(of);
    const launch = new ProcessLaunch(record, paths, members);
    launch.cgroup = cgroup;
    watch.add(launch, cgroup ? undefined : limits, isAdopted);
    return launch;
  }

  return {
    describe: () => report,

    prepare: (spec) => prepareLaunch(spec, isolation, tools),

    spawnBare: (spec, prepared) => spawnPrepared(spec, prepared, isolation),

    async launch(spec) {
      const prepared = await prepareLaunch(spec, isolation, tools);
      const cgroup = delegation && makeGroup(delegation, spec);
      const argv = cgroup?.enter(prepared.argv) ?? prepared.argv;
      const child = await spawnPrepared(spec, { ...prepared, argv }, isolation).catch(async (error) => {
        await cgroup?.end();
        throw error;
      });
      const identity = identifyChild(child);
      try {
        const kept = { identity, limits: spec.limits, ...(cgroup && { cgroup: cgroup.path }) };
        writeReaper(prepared.paths.process, kept);
      } catch {
        // A full disk: the launch runs all the same, and is found by its mark if it must be.
      }
      const record = {
        id: spec.id,
        dir: spec.dir,
        engine: ENGINE,
        isolation: isolation.name,
        process: identity,
      };
      const launch = track(record, prepared.paths, spec.limits, cgroup, false);
      launch.follow(child);
      return launch;
    },

    async adopt(record): Promise<Launch | undefined> {
      const paths = launchPaths(record.dir);
      if (!statSync(paths.status, { throwIfNoEntry: false })) return undefined;
      const kept = readReaper(paths.process);
      const process = record.process ?? kept?.identity ?? (await findReaper(record, paths));
      const { childPid, exitCode } = readStatus(paths.status);
      if (process === undefined && childPid === undefined && exitCode === undefined) return undefined;
      // Also where nothing is delegated to this platform process any more.
      const path = kept?.cgroup ?? delegation?.pathOf(record.id);
      const cgroup = Cgroup.find(path, delegation?.folders ?? groupFolders);
      const launch = track({ ...record, ...(process && { process }) }, paths, kept?.limits, cgroup, true);
      launch.look();
      return launch;
    },
  };
}

function delegationOr(find: () => Delegation): { delegation?: Delegation; obstacle?: string } {
  try {
    return { delegation: find() };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      obstacle: `Memory, processes and processor time are watched and limited by the platform, not held down by the kernel: ${why.replace(/\.$/, "")}.`,
    };
  }
}

function makeGroup(delegation: Delegation, spec: LaunchSpec): Cgroup {
  try {
    return delegation.make(spec.id, spec.limits);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new LaunchError("spawn_failed", `The process could not be given its limits: ${detail}.`, {
      cause: error,
    });
  }
}

/** It is in the process table even if it has ended: nobody collects it before our event loop turns. */
function identifyChild(child: ChildProcess): Identity {
  const pid = child.pid ?? 0;
  try {
    const entry = readProcess(pid);
    if (entry) return identityOf(entry);
    throw new Error(`process ${pid} is not in /proc`);
  } catch (error) {
    // Who can not be found again must not run: it and what it has started are one process group.
    if (pid > 1 && child.exitCode === null) process.kill(-pid, "SIGKILL");
    const detail = error instanceof Error ? error.message : String(error);
    throw new LaunchError("spawn_failed", `The process could not be told from others: ${detail}.`, {
      cause: error,
    });
  }
}
