import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Runtime } from "@botyard/manifest";
import type { LaunchSpec } from "../../executor.ts";
import type { Isolation } from "./isolation.ts";
import { prepareLaunch, spawnPrepared } from "./prepare.ts";
import { Tools } from "./tools.ts";

/** Does what every bot does, and does not do what no bot may. */
const script = `#!/bin/sh
set -e
echo '{}' >"$RESULT_PATH"
echo x >"$STATE_DIR/x"
echo x >"$TMPDIR/x"
if echo x 2>/dev/null >"$CODE_MOUNT_DIR/x"; then echo "code can be written" >&2; exit 1; fi
`;

const shell: Runtime = {
  id: "trial",
  aliases: [],
  title: "a trial",
  kind: "binary",
  entryExtensions: [],
  sourceExtensions: [],
  buildFiles: [],
  bot: ["{entry}"],
  query: ["{entry}"],
  env: {},
};

/** Starts one process in this isolation; what went wrong, or nothing. */
export async function tryIsolation(isolation: Isolation, dir: string): Promise<string | undefined> {
  const id = `trial-${randomUUID()}`;
  const root = join(dir, id);
  const spec: LaunchSpec = {
    id,
    kind: "bot",
    botId: "trial",
    dir: join(root, "launch"),
    codeDir: join(root, "code"),
    stateDir: join(root, "state"),
    runtime: shell,
    entrypoint: "trial.sh",
    config: "{}",
    model: "scheduled",
    extraEnv: {},
    limits: { memoryBytes: 1 << 30, processes: 32, cpus: 1, openFiles: 64 },
  };
  try {
    mkdirSync(spec.codeDir, { recursive: true });
    const file = join(spec.codeDir, spec.entrypoint);
    writeFileSync(file, script);
    // Whatever the operator's umask: others have to read it.
    for (const path of [spec.codeDir, file]) chmodSync(path, 0o755);
    const prepared = await prepareLaunch(spec, isolation, new Tools(() => undefined));
    const child = await spawnPrepared(spec, prepared, isolation);
    child.ref();
    const [code] = await once(child, "exit", { signal: AbortSignal.timeout(10_000) });
    if (code === 0) return undefined;
    return readFileSync(prepared.paths.stderr, "utf8").trim() || `it ended with exit code ${code}`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
