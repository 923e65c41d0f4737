import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import { type Counted, type Cut, nameFiles, type Policy } from "../../src/index.ts";
import { type Connection, connectBorder } from "../../src/platform.ts";

/** How a program ended. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export function runProgram([file = "", ...args]: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(file, args, { timeout: 60_000 }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === "number" ? error.code : -1) : 0;
      resolve({ code, stdout, stderr });
    });
  });
}

/** Bots of a test, each with a network of its own. */
export interface Bots {
  bot(id: string, policy: Policy, cut?: Cut): Promise<void>;
  /** Runs a program as the bot. */
  run(id: string, argv: string[]): Promise<Ran>;
  /** Starts a program as the bot that runs until it is stopped, or until the end of the test. */
  start(id: string, argv: string[]): Promise<string>;
  stop(started: string): Promise<void>;
  take(): Promise<Counted[]>;
  killBorder(): Promise<void>;
  end(): Promise<void>;
}

/** Bots without a sandbox, whose networks are made by the border alone. */
export class BareBots implements Bots {
  readonly #folder: string;
  readonly #processes = new Map<string, ChildProcess>();
  #border: Promise<Connection> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get border(): Promise<Connection> {
    this.#border ??= connectBorder(join(this.#folder, "border"), (command) => command);
    return this.#border;
  }

  async bot(id: string, policy: Policy, cut: Cut = []): Promise<void> {
    const border = await this.border;
    const namespace = await border.make(id, { bot: id, policy, cut });
    const { hosts, resolvConf } = nameFiles(policy);
    const place = join(this.#folder, id);
    mkdirSync(place);
    writeFileSync(join(place, "hosts"), hosts);
    writeFileSync(join(place, "resolv.conf"), resolvConf);
    const child = spawn("nsenter", [`--net=${namespace}`, "sleep", "infinity"]);
    await once(child, "spawn");
    // Until then a program that joins it would be in the network of the host.
    while (readlinkSync(`/proc/${child.pid}/ns/net`) === readlinkSync("/proc/self/ns/net")) await nextTick();
    this.#processes.set(id, child);
    const startTime = readFileSync(`/proc/${child.pid}/stat`, "latin1").split(") ")[1]!.split(" ")[19]!;
    const process = { pid: child.pid!, startTime };
    await border.ask({ do: "open", launch: id, bot: id, process, policy, cut });
  }

  run(id: string, argv: string[]): Promise<Ran> {
    const script =
      'mount --bind "$1/hosts" /etc/hosts; mount --bind "$1/resolv.conf" /etc/resolv.conf; shift; exec "$@"';
    const named = ["unshare", "--mount", "sh", "-c", script, "sh", join(this.#folder, id), ...argv];
    return runProgram(["nsenter", this.#namespaceOf(id), ...named]);
  }

  async start(id: string, argv: string[]): Promise<string> {
    const stdio = ["pipe", "ignore", "inherit"] as ["pipe", "ignore", "inherit"];
    const child = spawn("nsenter", [this.#namespaceOf(id), ...argv], { stdio });
    const started = `${id} ${child.pid}`;
    this.#processes.set(started, child);
    return started;
  }

  async stop(started: string): Promise<void> {
    const child = this.#processes.get(started)!;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  async take(): Promise<Counted[]> {
    return (await (await this.border).ask({ do: "take" })).counted;
  }

  async killBorder(): Promise<void> {
    process.kill((await this.border).pid, "SIGKILL");
  }

  async end(): Promise<void> {
    for (const child of this.#processes.values()) child.kill("SIGKILL");
    (await this.#border)?.close();
  }

  #namespaceOf(id: string): string {
    return `--net=/proc/${this.#processes.get(id)!.pid}/ns/net`;
  }
}
