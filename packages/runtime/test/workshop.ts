import { randomUUID } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Runtime } from "@botyard/manifest";
import { test } from "vitest";
import { findGroups } from "../src/executors/process/cgroups/groups.ts";
import { obstacleForOthers } from "../src/executors/process/isolation/reach.ts";
import { executorWithin, type Surroundings } from "../src/executors/process/process-executor.ts";
import type { IsolationLevel, IsolationReport, Launch, LaunchSpec } from "../src/index.ts";
import { createProcessExecutor, type ProcessExecutor } from "../src/process.ts";

export { withoutGroups } from "./without-groups.ts";

/** A runtime for executable files: scripts with a `#!` line. */
export const executable: Runtime = {
  id: "executable",
  aliases: [],
  title: "Executable",
  kind: "binary",
  entryExtensions: [],
  sourceExtensions: [],
  buildFiles: [],
  bot: ["{entry}"],
  query: ["{entry}"],
  env: {},
};

/** A runtime for the Node that runs this test. */
export const node: Runtime = {
  ...executable,
  id: "node",
  title: "Node.js",
  kind: "interpreted",
  tool: { names: ["node"], versionArguments: ["--version"], minimum: "22" },
  bot: ["{tool}", "{entry}"],
  query: ["{tool}", "{entry}"],
};

/** A folder with an executor and bots of one file each. */
export interface Workshop {
  root: string;
  executor: ProcessExecutor;
  /** Returns the spec of a bot with this program; its folders are new unless `changes` sets them. */
  spec(program: string, changes?: Partial<LaunchSpec>): LaunchSpec;
  start(program: string, changes?: Partial<LaunchSpec>): Promise<Launch>;
  close(): Promise<void>;
}

// The configured temporary folder may be closed to other users, and bots may run as other users.
export const openTemporary =
  [tmpdir(), "/tmp", "/var/tmp"].find((dir) => !obstacleForOthers(join(dir, "x"))) ?? tmpdir();

/** Returns why the platform can make no cgroups on this machine, or `undefined`. */
export function whyNoGroups(): string | undefined {
  try {
    findGroups("/botyard-test/executor");
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** `surroundings`: by default those of this machine. */
export async function openWorkshop(
  isolation: IsolationLevel,
  surroundings?: Surroundings,
): Promise<Workshop> {
  const root = mkdtempSync(join(openTemporary, "botyard-runtime-"));
  chmodSync(root, 0o755);
  const options = { dir: join(root, "executor"), isolation };
  const executor = await (surroundings
    ? executorWithin(options, surroundings)
    : createProcessExecutor(options));
  const launches: Launch[] = [];
  const path = process.env.PATH;
  /** Puts a copy of this Node on PATH where the bot's user cannot access the clone's own. */
  const lendNode = () => {
    const bin = join(root, "bin");
    if (isolation !== "user" || existsSync(bin) || !obstacleForOthers(process.execPath)) return;
    mkdirSync(bin, { mode: 0o755 });
    copyFileSync(process.execPath, join(bin, "node"));
    process.env.PATH = `${bin}${delimiter}${path}`;
  };
  const spec: Workshop["spec"] = (program, changes = {}) => {
    const id = randomUUID();
    const codeDir = join(root, "code", id);
    mkdirSync(codeDir, { recursive: true, mode: 0o755 });
    const runtime = changes.runtime ?? executable;
    if (runtime === node) lendNode();
    const text = runtime === executable ? `#!/bin/sh\n${program}\n` : program;
    writeFileSync(join(codeDir, "bot.mjs"), text, { mode: 0o755 });
    return {
      id,
      kind: "bot",
      botId: `bot_${id}`,
      dir: join(root, "launches", id),
      codeDir,
      stateDir: join(root, "state", id),
      runtime,
      entrypoint: "bot.mjs",
      config: '{"symbol":"AAPL"}',
      model: "realtime",
      extraEnv: {},
      limits: { memoryBytes: 512 << 20, processes: 64, cpus: 1, openFiles: 256 },
      ...changes,
    };
  };
  return {
    root,
    executor,
    spec,
    async start(program, changes) {
      const launch = await executor.launch(spec(program, changes));
      launches.push(launch);
      return launch;
    },
    async close() {
      await Promise.all(launches.map((launch) => launch.kill()));
      process.env.PATH = path;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Returns the isolations that work for this user on this machine. For the others, a skipped test gives the reason. */
export const offeredIsolations = (): Promise<IsolationLevel[]> =>
  offered(["bubblewrap", "user", "none"], ({ isolation, reasons }, wanted) =>
    isolation === wanted ? undefined : reasons.join(" "),
  );

/** As {@link offeredIsolations}, those with which bots have networks of their own. */
export const isolationsWithNetworks = (): Promise<IsolationLevel[]> =>
  offered(["bubblewrap", "user"], ({ isolation, reasons, networkObstacle }, wanted) =>
    isolation === wanted ? networkObstacle : reasons.join(" "),
  );

async function offered(
  levels: readonly IsolationLevel[],
  obstacleOf: (report: IsolationReport, wanted: IsolationLevel) => string | undefined,
): Promise<IsolationLevel[]> {
  const found: IsolationLevel[] = [];
  for (const level of levels) {
    const workshop = await openWorkshop(level);
    const obstacle = obstacleOf(workshop.executor.describe(), level);
    await workshop.close();
    if (obstacle === undefined) found.push(level);
    else test(`bots in isolation ${level}`, ({ skip }) => skip(obstacle));
  }
  return found;
}

/** Waits until `look` returns a value, and throws after `seconds`. */
export async function until<Found>(
  what: string,
  look: () => Found | undefined | false,
  seconds = 60,
): Promise<Found> {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    const found = look();
    if (found) return found;
    await delay(5);
  }
  throw new Error(`Timed out after ${seconds} s waiting for ${what}.`);
}

export function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Waits until the bot has printed a text, and returns its output. */
export async function printed(launch: Launch, text: string): Promise<string> {
  return until(`the bot to print ${JSON.stringify(text)}`, () => {
    const output = textOf(launch.files.stdout);
    return output.includes(text) && output;
  });
}
