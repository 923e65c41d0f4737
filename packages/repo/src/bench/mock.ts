import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bin, root } from "../root.ts";
import { run } from "../run/command.ts";
import { type Amount, interleave, median, type Row } from "./numbers.ts";
import { send } from "./queries.ts";

/** Starts the command, sends it one request and stops it. Returns the milliseconds until the answer was complete. */
async function startMock(command: string, agent: Agent): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [command, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  const { api_url, key } = JSON.parse(line) as { api_url: string; key: string };
  await send("GET", `${api_url}/bots`, { "x-api-key": key }, "", agent);
  const took = performance.now() - began;
  child.kill("SIGTERM");
  await once(child, "exit");
  return took;
}

async function startNode(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ["-e", "0"], { stdio: "ignore" }), "exit");
  return performance.now() - began;
}

/** Measures the start of the mock server as it is published. Needs no platform. */
export async function mock(amount: Amount): Promise<Row[]> {
  const rounds = amount(21, 2);
  const packageFolder = join(root, "packages/mock-server");
  const folder = mkdtempSync(join(tmpdir(), "botyard-mock-"));
  const agent = new Agent();
  try {
    const built = await run(bin("tsup"), ["--out-dir", join(folder, "dist")], {
      cwd: packageFolder,
      quiet: true,
    });
    if (built.code !== 0) throw new Error(`The mock server cannot be built:\n${built.output}`);
    cpSync(join(packageFolder, "bin"), join(folder, "bin"), { recursive: true });
    cpSync(join(packageFolder, "package.json"), join(folder, "package.json"));
    const command = join(folder, "bin/platform-mock.mjs");
    const { a, b } = await interleave(rounds, () => startMock(command, agent), startNode);
    return [
      {
        name: "start of the mock server until its first answer",
        value: median(a),
        unit: "ms",
        target: { atMost: 100 },
        detail: `an empty program of Node takes ${median(b).toFixed(1)} ms of that; p50 of ${rounds}, fastest ${Math.min(...a).toFixed(1)} ms`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
