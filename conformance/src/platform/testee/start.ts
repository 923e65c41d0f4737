import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { OpenPlatform } from "../model.ts";

export interface Start {
  /** `${repository}` and `${data}` are replaced. */
  command: string[];
  adminKeyFile: string;
  cli: string[];
  env: Record<string, string>;
  repository: string;
  lacks: Record<string, string>;
}

/** Starts a platform with an empty data folder, and waits until it prints its address. */
export async function startPlatform(start: Start): Promise<OpenPlatform> {
  const dir = mkdtempSync(join(tmpdir(), "botyard-conformance-platform-"));
  // Bots that run as other users must be able to traverse the folder.
  chmodSync(dir, 0o711);
  const fill = (text: string): string =>
    text.replaceAll("${repository}", start.repository).replaceAll("${data}", join(dir, "data"));
  const command = start.command.map(fill).map(ownNode);
  const child = spawn(command[0]!, command.slice(1), {
    cwd: dir,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...environment(), ...start.env },
  });
  try {
    const baseUrl = await addressOf(child, command);
    return {
      baseUrl,
      directUrl: baseUrl,
      adminKey: readFileSync(fill(start.adminKeyFile), "utf8").trim(),
      isKept: false,
      cli: start.cli.map(fill).map(ownNode),
      lacks: start.lacks,
      withSettings: (settings) => startPlatform({ ...start, env: { ...start.env, ...settings } }),
      close: () => end(child, dir),
    };
  } catch (error) {
    await end(child, dir);
    throw error;
  }
}

/** The Node of this process, which may not be the one on PATH. */
const ownNode = (word: string): string => (word === "node" ? process.execPath : word);

/** The environment without the settings of another platform, except those that depend on the machine. */
function environment(): NodeJS.ProcessEnv {
  const ofMachine = ["PLATFORM_ISOLATION", "PLATFORM_NETWORK"];
  const bare = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("PLATFORM_") || ofMachine.includes(name),
  );
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  return { ...Object.fromEntries(bare), PATH: path, NO_COLOR: "1" };
}

function addressOf(child: ChildProcess, command: string[]): Promise<string> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      createInterface({ input: stream }).on("line", (line) => {
        if (said.length < 50) said.push(line);
        const [address] = /http:\/\/[^\s/"]+:\d+/.exec(line) ?? [];
        if (address && stream === child.stdout) resolve(address);
      });
    child.on("error", reject);
    child.on("exit", (code, signal) =>
      reject(new Error(`${command.join(" ")} exited with ${code ?? signal}:\n${said.join("\n")}`)),
    );
  });
}

async function end(child: ChildProcess, dir: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
}
