import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findRuntime } from "@botyard/manifest";
import type { LaunchSpec } from "@botyard/runtime";
import { createProcessExecutor, type ProcessExecutor } from "@botyard/runtime/process";
import { buildDashboard } from "../build/dashboard.ts";
import { passableFolder } from "../drive/folder.ts";
import { whyNotIsolated } from "../drive/isolation.ts";
import { TestPlatform } from "../drive/platform.ts";
import { root } from "../root.ts";
import { platform as commandLine } from "../start/platform.ts";

/** All packages and SDKs have one version. */
const { version } = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8")) as {
  version: string;
};

/** Settings of a platform that is measured: its limits would measure themselves. */
export const unlimited = {
  // The rate limit would drop lines; the benchmarks measure how fast lines are stored.
  PLATFORM_LOG_RATE: "1000000000",
  PLATFORM_LOG_BURST: "1000000000",
  // The CPU limit would pause busy bots; the benchmarks measure the platform.
  PLATFORM_BOT_CPUS: "64",
  PLATFORM_READS_PER_MINUTE: "1000000",
  PLATFORM_NETWORK_WIDEST: "host",
};

/** A platform as users run it, and an executor that starts the same processes without a platform. */
export class Scene {
  readonly platform = new TestPlatform();
  readonly #dir = passableFolder("botyard-bench-");
  #executor: ProcessExecutor | undefined;
  #launches = 0;

  async open(): Promise<void> {
    await buildDashboard();
    await this.platform.start([], unlimited);
    const wanted = (await whyNotIsolated(this.#dir)) === undefined ? "auto" : "none";
    this.#executor = await createProcessExecutor({
      dir: join(this.#dir, "executor"),
      isolation: wanted,
    });
    const health = await fetch(`${this.platform.url}/healthz`);
    const { isolation } = ((await health.json()) as { isolation: { isolation: string } }).isolation;
    if (isolation !== this.isolation)
      throw new Error(
        `The isolation of the platform is "${isolation}" and that of bare starts "${this.isolation}": their times cannot be compared.`,
      );
  }

  get isolation(): string {
    return this.#executor!.describe().isolation;
  }

  /** Deploys these files with the `platform` command, which adds the SDK. Returns the folder of the unpacked code. */
  async deploy(name: string, files: Record<string, string>): Promise<string> {
    const folder = join(this.#dir, name);
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const env = { PLATFORM_API_KEY: this.platform.key, PLATFORM_API_URL: this.platform.url };
    await commandLine(["custom-bot", "deploy"], { cwd: folder, env });
    const { sha256 } = await this.platform.get<{ sha256: string }>(`/custom-bots/${name}`);
    return join(this.platform.data, "code", sha256);
  }

  /** Starts a process with the command, the sandbox and the environment that the platform would use. */
  async bare(codeDir: string, runtime: string, entrypoint: string, query?: string): Promise<Bare> {
    const id = `bare-${process.pid}-${this.#launches++}`;
    const dir = join(this.#dir, "launches", id);
    const spec: LaunchSpec = {
      id,
      kind: query === undefined ? "bot" : "query",
      botId: "bot_bench",
      dir,
      codeDir,
      stateDir: join(this.#dir, "state"),
      runtime: findRuntime(runtime)!,
      entrypoint,
      config: "{}",
      model: "scheduled",
      ...(query === undefined ? {} : { query: { path: query, params: "{}" } }),
      extraEnv: {},
      limits: { memoryBytes: 256 * 1024 * 1024, processes: 128, cpus: 1, openFiles: 256 },
    };
    const prepared = await this.#executor!.prepare(spec);
    const child = await this.#executor!.spawnBare(spec, prepared);
    return { child, dir, stdout: prepared.paths.stdout };
  }

  async close(): Promise<void> {
    await this.platform.close();
    rmSync(this.#dir, { recursive: true, force: true, maxRetries: 3 });
  }
}

export interface Bare {
  child: ChildProcess;
  dir: string;
  stdout: string;
}

/** Kills all processes of a bare start: the sandbox's first process, or the process group of reaper and bot. */
export async function end(bare: Bare): Promise<void> {
  const status = readFileSync(join(bare.dir, "status"), "utf8");
  for (const [, pid] of status.matchAll(/"child-pid": *(\d+)/g)) process.kill(Number(pid), "SIGKILL");
  process.kill(-bare.child.pid!, "SIGKILL");
  await ended(bare);
}

export async function ended({ child }: Bare): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** Returns `bot-config.yaml`, `bot-schema.json` and the SDK's declaration for a bot of a benchmark. */
export function manifest(
  name: string,
  type: string,
  runtime: string,
  query?: string,
): Record<string, string> {
  const extension = runtime === "python311" ? "py" : "mjs";
  return {
    "bot-config.yaml": [
      `name: ${name}`,
      'version: "1.0.0"',
      `type: ${type}`,
      `runtime: ${runtime}`,
      "entrypoints:",
      `  bot: main.${extension}`,
      ...(query ? [`  query: ${query}`] : []),
      "schema:",
      "  bot: bot-schema.json",
      "",
    ].join("\n"),
    "bot-schema.json": JSON.stringify({ $schema: "http://json-schema.org/draft-07/schema#", type: "object" }),
    ...(runtime === "python311"
      ? { "requirements.txt": `botyard==${version}\n` }
      : { "package.json": JSON.stringify({ type: "module", dependencies: { "@botyard/sdk": version } }) }),
  };
}
