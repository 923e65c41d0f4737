import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../root.ts";

const command = join(root, "packages", "cli", "bin", "platform.mjs");

interface Options {
  cwd?: string;
  /** Text for its standard input. */
  input?: string;
  /** Added to the environment of this process. */
  env?: Record<string, string> | undefined;
}

/** A `platform` command that failed. `code` is its exit code; see `platform help exit-codes`. */
export class CommandFailed extends Error {
  readonly code: number;
  constructor(args: string[], code: number, said: string) {
    super(`platform ${args.join(" ")} exited with code ${code}:\n${said}`);
    this.code = code;
  }
}

/**
 * Runs a `platform` command and returns its standard output.
 *
 * @throws {CommandFailed} if its exit code is not 0
 */
export function platform(args: string[], { cwd = root, input = "", env }: Options = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(stdout);
      else reject(new CommandFailed(args, code ?? 1, stderr.trim() || stdout.trim()));
    });
  });
}

/**
 * Runs a `platform` command with `--json` and returns the parsed output.
 *
 * @throws {CommandFailed} if its exit code is not 0
 */
export async function platformJson<T>(args: string[], options?: Options): Promise<T> {
  return JSON.parse(await platform([...args, "--json"], options)) as T;
}
