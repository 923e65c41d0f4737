import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { runtimeCommand, splitEntrypoint } from "@botyard/manifest";
import { botEnvironment } from "../../environment.ts";
import { type Address, LaunchError, type LaunchKind, type LaunchSpec } from "../../executor.ts";
import { type Cgroup, openControl } from "./cgroups/cgroup.ts";
import type { Isolation, WrappedCommand } from "./isolation/isolation.ts";
import { createFolders, type LaunchPaths, launchPaths, openAppend, openRead } from "./launch-dir.ts";
import { folderVariable, launchVariable } from "./members/mark.ts";
import { writeNameFiles } from "./network/enter.ts";
import { listenAddress } from "./network/ports.ts";
import { openUnnamed } from "./storage/scratch.ts";
import { openStorage } from "./storage/stored-files.ts";
import { libraryVariables } from "./tools/library-variables.ts";
import type { Tools } from "./tools/tools.ts";

/** A launch that is ready to be started: command, environment and working directory of its process. */
export interface PreparedLaunch extends WrappedCommand {
  paths: LaunchPaths;
  env: Record<string, string>;
  cwd: string;
  /** Where a query server is told to listen. */
  address?: Address;
}

/**
 * Prepares a launch without starting it.
 * @param groups number of control groups that its process will move itself into
 * @throws {LaunchError} `no_interpreter`, `entrypoint_missing`, `spawn_failed`
 */
export async function prepareLaunch(
  spec: LaunchSpec,
  isolation: Isolation,
  tools: Tools,
  groups = 0,
): Promise<PreparedLaunch> {
  checkEntrypoint(spec);
  const tool = await tools.find(spec.runtime, spec.abis);
  const paths = launchPaths(spec.dir);
  const places = isolation.places(spec, paths);
  const { argv, env } = runtimeCommand(spec.runtime, roleOf(spec.kind), {
    codeDir: places.code,
    entrypoint: spec.entrypoint,
    ...(tool && { tool: tool.path }),
    memoryBytes: spec.limits.memoryBytes,
  });
  const listen = spec.kind === "query-server" ? await listenAddress(spec) : undefined;
  const user = isolation.runsAs(spec).name;
  const runtimeEnv = tool?.bytecode ? { ...env, ...libraryVariables(spec, places) } : env;
  const from = { places, user, path: pathWith(tool?.path), runtimeEnv, listen };
  return {
    paths,
    ...isolation.wrap(spec, paths, argv, tool, groups),
    env: { ...botEnvironment(spec, from), ...marksOf(spec) },
    cwd: spec.codeDir,
    ...(listen && { address: listen }),
  };
}

const marksOf = ({ id, dataFolder }: LaunchSpec) => ({
  [launchVariable]: id,
  ...(dataFolder !== undefined && { [folderVariable]: dataFolder }),
});

function pathWith(tool: string | undefined): string {
  const standard = "/usr/local/bin:/usr/bin:/bin";
  return tool && dirname(tool) !== "/usr/bin" ? `${dirname(tool)}:${standard}` : standard;
}

function roleOf(kind: LaunchKind): "bot" | "query" {
  return kind === "query" || kind === "query-server" ? "query" : "bot";
}

/**
 * Creates the launch's folders and files and starts its process in a new session, independent of this process.
 * @throws {LaunchError} `spawn_failed`, `limit_exceeded`
 */
export async function spawnPrepared(
  spec: LaunchSpec,
  { paths, argv, reads = [], env, cwd }: PreparedLaunch,
  isolation: Isolation,
  cgroup?: Cgroup,
): Promise<ChildProcess> {
  const opened: number[] = [];
  const keep = (fd: number) => {
    opened.push(fd);
    return fd;
  };
  try {
    createFolders(paths);
    if (spec.network) writeNameFiles(spec.network.policy, paths);
    mkdirSync(dirname(spec.stateDir), { recursive: true, mode: 0o711 });
    mkdirSync(spec.stateDir, { recursive: true, mode: 0o700 });
    await openStorage(spec, isolation.runsAs(spec).uid);
    const outputs = [paths.stdout, paths.stderr, paths.status].map((path) => keep(openAppend(path)));
    const inputs = reads.map((one) => keep("path" in one ? openRead(one.path) : openUnnamed(one.text)));
    const groups = cgroup?.entries.map((path) => keep(openControl(path))) ?? [];
    await isolation.handOver(spec, paths);
    const [file = "", ...rest] = argv;
    const child = spawn(file, rest, {
      cwd,
      env,
      detached: true,
      stdio: ["ignore", ...outputs, ...inputs, ...groups],
    });
    if (child.pid === undefined) throw (await once(child, "error"))[0];
    child.on("error", () => {});
    child.unref();
    return child;
  } catch (error) {
    if (error instanceof LaunchError) throw error;
    throw new LaunchError("spawn_failed", `The process could not be started: ${(error as Error).message}.`, {
      cause: error,
    });
  } finally {
    for (const fd of opened) closeSync(fd);
  }
}

function checkEntrypoint({ runtime, entrypoint, codeDir }: LaunchSpec): void {
  const path = join(codeDir, splitEntrypoint(runtime, entrypoint).path);
  const there = path.startsWith(codeDir + sep) && statSync(path, { throwIfNoEntry: false })?.isFile();
  if (there) return;
  throw new LaunchError(
    "entrypoint_missing",
    `The entrypoint ${entrypoint} is missing from the package. Pack and deploy the custom bot again.`,
  );
}
