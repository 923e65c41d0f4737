import type { ChildProcess } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import {
  type Executor,
  type IsolationReport,
  type Launch,
  LaunchError,
  type LaunchLimits,
  type LaunchRecord,
  type LaunchSpec,
} from "../../executor.ts";
import type { Cgroup, Groups } from "./cgroups/cgroup.ts";
import { findGroup, findGroups, removeUnusedLater } from "./cgroups/groups.ts";
import { groupsOr, makeGroup } from "./cgroups/launch-group.ts";
import { closeInheritedPipes } from "./inherited-pipes.ts";
import { type ChosenIsolation, chooseIsolation, type WantedIsolation } from "./isolation/choose.ts";
import { findPrograms, type Programs } from "./isolation/programs.ts";
import { isUserOf } from "./isolation/users.ts";
import { type LaunchPaths, launchPaths, readReaper, readStatus, writeReaper } from "./launch-dir.ts";
import { findMarked } from "./members/find-marked.ts";
import { findReaper } from "./members/find-reaper.ts";
import { identifyChild } from "./members/identify-child.ts";
import { MarkedMembers } from "./members/marked.ts";
import { SandboxMembers } from "./members/sandbox.ts";
import { StrayMembers } from "./members/stray.ts";
import { rightsOf } from "./network/border-command.ts";
import { Networks } from "./network/networks.ts";
import { type PreparedLaunch, prepareLaunch, spawnPrepared } from "./prepare.ts";
import { ProcessLaunch } from "./process-launch.ts";
import { PublicFiles } from "./storage/public-files.ts";
import { watchStorage } from "./storage/watch.ts";
import { pythonCompiler } from "./tools/compile.ts";
import { TargetReader } from "./tools/target.ts";
import { Tools } from "./tools/tools.ts";
import { Watch } from "./watch.ts";

const engineName = "process";

export interface ProcessExecutorOptions {
  /**
   * The executor's own folder in the data folder; created if missing. It records the user ids of bots. With isolation
   * `user`, other users are allowed to traverse, but not list, the data folder around it.
   */
  dir: string;
  /**
   * A level: that level, or no bot is started. `auto`: the strongest level available on this machine. A weaker level is
   * chosen only if the stronger ones are not installed or the kernel refuses them. `auto` never chooses a weaker level
   * than bots in `dir` have run with, and never `none` for root (default: `auto`).
   */
  isolation?: WantedIsolation;
}

export interface ProcessExecutor extends Executor {
  /**
   * Returns the exact command and environment that `launch` would use, without starting it. For benchmarks.
   * @throws {LaunchError} if the launch could not be started
   */
  prepare(spec: LaunchSpec): Promise<PreparedLaunch>;
  /**
   * Starts a prepared launch without recording it, enforcing its limits or cleaning up after it.
   * @throws {LaunchError} `spawn_failed`, `isolation_unavailable`
   */
  spawnBare(spec: LaunchSpec, prepared: PreparedLaunch): Promise<ChildProcess>;
}

/**
 * Creates an executor that runs bots as local processes, with the strongest isolation available.
 * Processes of bots continue to run when the platform's process ends.
 *
 * If no isolation could be established, the report says `undetermined`, every launch is rejected with
 * `isolation_unavailable`, and `establish` retries.
 * @throws {Error} if the machine does not run Linux
 */
export async function createProcessExecutor(options: ProcessExecutorOptions): Promise<ProcessExecutor> {
  return executorWithin(options, { findGroups: () => findGroups(options.dir) });
}

/** Access to the machine. */
export interface Surroundings {
  /** @throws {Error} if no control groups can be made, with the reason */
  findGroups(): Groups;
  programs?: () => Promise<Programs>;
}

/** As {@link createProcessExecutor}, with replaceable access to the machine. For tests. */
export async function executorWithin(
  options: ProcessExecutorOptions,
  { findGroups, programs }: Surroundings,
): Promise<ProcessExecutor> {
  if (process.platform !== "linux") {
    throw new Error(`Bots can run only on Linux; this is ${process.platform}.`);
  }
  closeInheritedPipes();
  const choice = { dir: options.dir, wanted: options.isolation ?? "auto", ...(programs && { programs }) };
  const { groups, obstacle } = groupsOr(findGroups);
  if (groups) removeUnusedLater(groups);
  const watch = new Watch();
  const publicFiles = new PublicFiles();
  const targets = new TargetReader();
  const networks = new Networks(options.dir, async () => rightsOf(await (programs ?? findPrograms)()));
  let chosen: (ChosenIsolation & { tools: Tools }) | undefined;
  let reasons: string[] = [];
  let establishing: Promise<void> | undefined;

  const report = (): IsolationReport => ({
    engine: engineName,
    isolation: chosen?.isolation.name ?? "undetermined",
    limits: groups ? "cgroup" : "watched",
    reasons: obstacle && chosen ? [...reasons, obstacle] : reasons,
    ...(networks.obstacle !== undefined && { networkObstacle: networks.obstacle }),
  });

  async function establish(): Promise<void> {
    try {
      const found = await chooseIsolation(choice);
      reasons = found.reasons;
      if (found.isolation) await networks.establish(found.isolation.name);
      if (found.isolation) chosen = { ...found, tools: new Tools(found.reach, options.dir) };
    } catch (error) {
      reasons = [`The isolation of bots could not be established: ${(error as Error).message}.`];
    }
  }

  function established(): ChosenIsolation & { tools: Tools } {
    if (chosen) return chosen;
    throw new LaunchError("isolation_unavailable", `No bot can be started. ${reasons.join(" ")}`);
  }

  function track(
    record: LaunchRecord,
    paths: LaunchPaths,
    limits: LaunchLimits | undefined,
    cgroup: Cgroup | undefined,
    {
      isAdopted,
      owner,
      folders,
    }: { isAdopted: boolean; owner?: string; folders: { stateDir?: string; cacheDir?: string } },
  ): ProcessLaunch {
    const user =
      record.isolation === "user" || record.isolation === "undetermined" ? ownUserOf(paths) : undefined;
    const of = { id: record.id, status: paths.status, reaper: record.process, user };
    const members = record.isolation === "bubblewrap" ? new SandboxMembers(of) : new MarkedMembers(of);
    const launch = new ProcessLaunch(record, paths, members);
    launch.cgroup = cgroup;
    launch.limits = limits;
    watch.add(launch, cgroup ? undefined : limits, isAdopted);
    if (user !== undefined) publicFiles.keep(user, launch.ended);
    if (limits?.diskBytes !== undefined || limits?.files !== undefined)
      void watchStorage(launch, {
        folders: [paths.dir, ...Object.values(folders)],
        ...{ owner, user, limits, isAdopted },
      });
    return launch;
  }

  async function launch(spec: LaunchSpec): Promise<Launch> {
    const { isolation, tools } = established();
    networks.requireFor(spec);
    const prepared = await prepareLaunch(spec, isolation, tools, groups?.entries);
    await publicFiles.removed(isolation.userOf?.(spec));
    const cgroup = groups && makeGroup(groups, spec, isolation.name);
    const failed = async (error: unknown) => {
      await cgroup?.end();
      await networks.close(spec.id);
      throw error;
    };
    const entered = await networks.enter(spec, prepared, isolation.name).catch(failed);
    const child = await spawnPrepared(spec, entered, isolation, cgroup).catch(failed);
    const identity = identifyChild(child);
    networks.attach(spec.id, identity);
    // Queries can only read it.
    const stateDir = spec.kind === "bot" || spec.kind === "run" ? spec.stateDir : undefined;
    const folders = { ...(stateDir && { stateDir }), ...(spec.cacheDir && { cacheDir: spec.cacheDir }) };
    try {
      const kept = {
        ...{ identity, limits: spec.limits, isolation: isolation.name },
        ...folders,
        ...cgroup?.place,
        ...(prepared.address && { address: prepared.address }),
        ...(spec.network && { botId: spec.botId, policy: spec.network.policy }),
      };
      writeReaper(prepared.paths.process, kept);
    } catch {
      // For instance because the disk is full. The launch continues, can be found by its mark, and the border knows its network.
    }
    const record = {
      id: spec.id,
      dir: spec.dir,
      engine: engineName,
      isolation: isolation.name,
      process: identity,
      ...(prepared.address && { address: prepared.address }),
    };
    const launch = track(record, prepared.paths, spec.limits, cgroup, {
      isAdopted: false,
      owner: spec.ownerId ?? spec.botId,
      folders,
    });
    networks.follow(launch);
    launch.follow(child);
    return launch;
  }

  await establish();
  return {
    describe: report,
    target: (runtimes) => targets.read(runtimes, chosen?.tools),

    async establish() {
      if (!chosen) {
        establishing ??= establish().finally(() => {
          establishing = undefined;
        });
        await establishing;
      }
      return report();
    },

    async prepare(spec) {
      const { isolation, tools } = established();
      return prepareLaunch(spec, isolation, tools);
    },

    spawnBare: async (spec, prepared) => spawnPrepared(spec, prepared, established().isolation),

    launch,

    async compilerOf(runtime, abis) {
      const { isolation, tools } = established();
      const form = (await tools.find(runtime, abis))?.bytecode;
      return form === undefined ? undefined : pythonCompiler(form, isolation, launch);
    },

    connect: async ({ host, port, launch }) => {
      if (launch === undefined) throw new Error(`${host}:${port} is in the network of the host.`);
      return networks.connect(launch, host, port);
    },

    connections: () => networks.take(),

    async adopt(given, cut = []): Promise<Launch | undefined> {
      const paths = launchPaths(given.dir);
      if (!statSync(paths.status, { throwIfNoEntry: false })) return undefined;
      const kept = readReaper(paths.process);
      const address = given.address ?? kept?.address;
      const record = {
        ...{ ...given, isolation: kept?.isolation ?? given.isolation },
        ...(address && { address }),
      };
      const process = record.process ?? kept?.identity ?? (await findReaper(record, paths));
      const { childPid, exitCode } = readStatus(paths.status);
      if (process === undefined && childPid === undefined && exitCode === undefined) return undefined;
      // Also if this platform process can make no groups any more.
      const cgroup = (kept && findGroup(kept, groups)) ?? groups?.find(record.id);
      const { stateDir, cacheDir } = kept ?? {};
      const folders = { ...(stateDir && { stateDir }), ...(cacheDir && { cacheDir }) };
      const launch = track({ ...record, ...(process && { process }) }, paths, kept?.limits, cgroup, {
        isAdopted: true,
        folders,
      });
      launch.look();
      const { botId: bot = "", policy } = kept ?? {};
      const own = kept ? policy && { bot, policy } : await networks.find(record.id);
      if (own && process) {
        networks.adopt(record.id, { ...own, process, cut });
        networks.follow(launch);
      }
      return launch;
    },

    async marked(belongs) {
      const users = join(options.dir, "users");
      return (await findMarked(belongs)).map((marked) => {
        const { launchId: id, botId } = marked.mark;
        const members = new StrayMembers(marked, (uid) => isUserOf(users, uid, botId));
        // Its own folder is gone or cannot be trusted, so nothing is read from it.
        const dir = join(options.dir, "without-folder", id);
        const record = { id, dir, engine: engineName, isolation: "undetermined", process: members.oldest };
        const launch = new ProcessLaunch(record, launchPaths(dir), members);
        launch.cgroup = groups?.find(id);
        watch.add(launch, undefined, true);
        launch.look();
        return { mark: marked.mark, launch };
      });
    },
  };
}

/** Returns the owner of the launch's folders, if it is not the platform's user. */
function ownUserOf(paths: LaunchPaths): number | undefined {
  const uid = statSync(paths.out, { throwIfNoEntry: false })?.uid;
  return uid === process.getuid?.() ? undefined : uid;
}
