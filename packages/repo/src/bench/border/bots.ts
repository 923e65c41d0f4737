import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findRuntime } from "@botyard/manifest";
import type { Launch, LaunchNetwork, LaunchSpec } from "@botyard/runtime";
import { createProcessExecutor, type ProcessExecutor } from "@botyard/runtime/process";
import { passableFolder } from "../../drive/folder.ts";
import { whyNotIsolated } from "../../drive/isolation.ts";
import { processes } from "../memory.ts";
import type { Row, Skipped } from "../numbers.ts";

/** A bot of one file. A binary is copied from where it is. */
export interface Program {
  runtime: "python311" | "nodejs24" | "gcc13";
  text?: string;
  binary?: string;
}

/** What bots of these benchmarks list, besides local services. */
export const hosts = Array.from({ length: 5 }, (_, n) => ({ name: `api-${n}.exchange.example`, port: 443 }));

/** A network of its own with these hosts. */
export const ownNetwork: LaunchNetwork = { policy: { hosts, local: [] }, cut: [] };

/** The executor of a platform, which starts bots with a network of their own or with that of the host. */
export class Bots {
  readonly executor: ProcessExecutor;
  readonly #dir: string;
  readonly #launches: Launch[] = [];
  #started = 0;

  private constructor(dir: string, executor: ProcessExecutor) {
    this.#dir = dir;
    this.executor = executor;
  }

  static async open(): Promise<Bots> {
    const dir = passableFolder("botyard-bench-");
    const isolation = (await whyNotIsolated(dir)) === undefined ? "auto" : "none";
    return new Bots(dir, await createProcessExecutor({ dir: join(dir, "executor"), isolation }));
  }

  /** @param network default: that of the host */
  async start(program: Program, network?: LaunchNetwork, more: Partial<LaunchSpec> = {}): Promise<Launch> {
    const id = `bench-${process.pid}-${this.#started++}`;
    const launch = await this.executor.launch({
      id,
      kind: "bot",
      botId: "bot_bench",
      dir: join(this.#dir, "launches", id),
      codeDir: this.#codeOf(program),
      stateDir: join(this.#dir, "state"),
      runtime: findRuntime(program.runtime)!,
      entrypoint: "main",
      config: "{}",
      model: "realtime",
      extraEnv: {},
      limits: { memoryBytes: 256 << 20, processes: 128, cpus: 2, openFiles: 256 },
      ...(network && { network }),
      ...more,
    });
    this.#launches.push(launch);
    return launch;
  }

  async close(): Promise<void> {
    await Promise.all(this.#launches.map((launch) => launch.kill()));
    // Otherwise it ends with this process, and until then shares memory with the borders of other benchmarks.
    const folder = join(this.#dir, "executor", "border");
    for (const { pid, command } of processes())
      if (command.includes(` ${folder}`)) process.kill(pid, "SIGKILL");
    rmSync(this.#dir, { recursive: true, force: true, maxRetries: 3 });
  }

  #codeOf({ runtime, text = "", binary }: Program): string {
    const folder = join(this.#dir, "code", runtime);
    const main = join(folder, "main");
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    if (binary === undefined) writeFileSync(main, text, { mode: 0o755 });
    else copyFileSync(binary, main);
    chmodSync(main, 0o755);
    return folder;
  }
}

/** Measures with an executor; skipped where bots cannot have a network of their own. */
export async function withBots(
  name: string,
  measure: (bots: Bots) => Promise<(Row | Skipped)[]>,
): Promise<(Row | Skipped)[]> {
  const bots = await Bots.open();
  try {
    const { networkObstacle } = bots.executor.describe();
    return networkObstacle === undefined ? await measure(bots) : [{ name, skipped: networkObstacle }];
  } finally {
    await bots.close();
  }
}
