import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Runtime } from "@botyard/manifest";
import type { LaunchSpec } from "../../../executor.ts";
import { readStatus } from "../launch-dir.ts";
import { markedProcesses } from "../members/find-reaper.ts";
import { identityOf, signal } from "../members/identity.ts";
import { prepareLaunch, spawnPrepared } from "../prepare.ts";
import { openScratch } from "../storage/scratch.ts";
import { Tools } from "../tools/tools.ts";
import type { Isolation } from "./isolation.ts";
import { isRefusal } from "./refusal.ts";

/** Checks that the bot's folders are writable and its code is not. */
const script = `set -e
echo '{}' >"$RESULT_PATH"
echo x >"$STATE_DIR/x"
echo x >"$TMPDIR/x"
if echo x 2>/dev/null >"$CODE_MOUNT_DIR/x"; then echo "the code folder is writable" >&2; exit 1; fi
`;
const scriptName = "trial.sh";

/** Runs the script with the shell: a file system in memory may be mounted noexec. */
const shell: Runtime = {
  id: "trial",
  aliases: [],
  title: "a trial",
  kind: "interpreted",
  entryExtensions: [],
  sourceExtensions: [],
  buildFiles: [],
  bot: ["/bin/sh", "{entry}"],
  query: ["/bin/sh", "{entry}"],
  env: {},
};

const timeOutMs = 10_000;

/** Why an isolation cannot be used. */
export interface Obstacle {
  why: string;
  /** Not installed, not possible for this user or folder, or refused by the kernel. Other obstacles may be temporary. */
  isLasting: boolean;
}

/**
 * Runs one process with an isolation and returns what failed, or `undefined`. Writes nothing to the data folder.
 * @param make creates the isolation for bots whose folders are below the given one
 */
export async function tryIsolation(make: (root: string) => Isolation): Promise<Obstacle | undefined> {
  let root: string;
  try {
    root = openScratch(scriptName, script);
  } catch (error) {
    return { why: (error as Error).message, isLasting: false };
  }
  try {
    return await tryIn(root, make(root));
  } catch (error) {
    return { why: (error as Error).message, isLasting: false };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function tryIn(root: string, isolation: Isolation): Promise<Obstacle | undefined> {
  const spec: LaunchSpec = {
    id: basename(root),
    kind: "bot",
    botId: "trial",
    dir: join(root, "launch"),
    codeDir: join(root, "code"),
    stateDir: join(root, "state"),
    runtime: shell,
    entrypoint: scriptName,
    config: "{}",
    model: "scheduled",
    extraEnv: {},
    limits: { memoryBytes: 1 << 30, processes: 32, cpus: 1, openFiles: 64 },
  };
  const file = join(spec.codeDir, scriptName);
  mkdirSync(spec.codeDir);
  renameSync(join(root, scriptName), file);
  // Other users must be able to read it, whatever the umask.
  for (const path of [spec.codeDir, file]) chmodSync(path, 0o755);
  const prepared = await prepareLaunch(spec, isolation, new Tools(() => undefined, root));
  const child = await spawnPrepared(spec, prepared, isolation);
  child.ref();
  const ended = once(child, "exit", { signal: AbortSignal.timeout(timeOutMs) });
  const [code] = await ended.catch(() => {
    for (const entry of markedProcesses(spec.id).values()) signal(identityOf(entry), "SIGKILL");
    throw new Error(`it did not end within ${timeOutMs / 1000} s`);
  });
  if (code === 0) {
    if (readStatus(prepared.paths.status).exitCode === 0) return undefined;
    return { why: "the reaper did not record the exit status", isLasting: false };
  }
  const output = readFileSync(prepared.paths.stderr, "utf8").trim();
  return { why: output || `it exited with code ${code}`, isLasting: isRefusal(output) };
}
