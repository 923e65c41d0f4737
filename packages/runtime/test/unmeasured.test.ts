import { spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { obstacleForOthers } from "../src/executors/process/isolation/reach.ts";
import { launchPaths } from "../src/executors/process/launch-dir.ts";
import type { LaunchSpec } from "../src/index.ts";
import { executable, openTemporary, textOf, until } from "./workshop.ts";

const sources = fileURLToPath(new URL("../src", import.meta.url));
/** A user of the platform who cannot read everything, as root can. */
const other = 65_534;
const obstacle =
  process.getuid?.() === 0
    ? (obstacleForOthers(process.execPath) ?? obstacleForOthers(sources))
    : "only root can make a folder of another user";

const platform = `import { createProcessExecutor } from "${sources}/process.ts";
const { dir, spec } = JSON.parse(process.argv[1]);
const executor = await createProcessExecutor({ dir, isolation: "none" });
const launch = await executor.launch(spec);
setInterval(() => {}, 1_000);
console.log(JSON.stringify(await launch.ended));
process.exit();`;

test.skipIf(obstacle)("a bot whose files cannot be measured is killed, and its exit says why", async () => {
  const root = mkdtempSync(join(openTemporary, "botyard-unmeasured-"));
  try {
    chownSync(root, other, other);
    const codeDir = join(root, "code");
    mkdirSync(codeDir);
    writeFileSync(join(codeDir, "bot"), "#!/bin/sh\necho started; while :; do sleep 1; done\n", {
      mode: 0o755,
    });
    for (const path of [root, codeDir]) chmodSync(path, 0o755);
    const spec: LaunchSpec = {
      ...{ id: "unmeasured", kind: "bot", botId: "bot_1", dir: join(root, "launch"), codeDir },
      ...{ stateDir: join(root, "state"), runtime: executable, entrypoint: "bot", config: "{}" },
      ...{ model: "realtime", extraEnv: {} },
      limits: {
        memoryBytes: 1 << 28,
        processes: 40,
        cpus: 1,
        openFiles: 256,
        diskBytes: 1 << 24,
        files: 1_000,
      },
    };
    const argv = ["--no-warnings", "--input-type=module", "-e", platform];
    const child = spawn(process.execPath, [...argv, JSON.stringify({ dir: join(root, "executor"), spec })], {
      ...{ cwd: "/", env: {}, uid: other, gid: other },
    });
    let said = "";
    child.stdout.on("data", (text) => {
      said += text;
    });
    const { stdout, tmp } = launchPaths(spec.dir);
    await until("the bot to start", () => textOf(stdout).includes("started"));
    mkdirSync(join(tmp, "closed"), { mode: 0o700 });
    await until("the bot to be killed", () => said.endsWith("\n"));
    expect(JSON.parse(said).limit).toEqual({
      name: "disk",
      allowed: 1 << 24,
      obstacle: "stored files that cannot be measured (EACCES: permission denied)",
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
