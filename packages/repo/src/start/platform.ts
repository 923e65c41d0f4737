import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../root.ts";

const command = join(root, "packages", "cli", "bin", "platform.mjs");

interface Options {
  cwd?: string;
  /** What it reads on standard input. */
  input?: string;
  /** Beside our own environment. */
  env?: Record<string, string> | undefined;
}

/** The command line refused; `code` is its exit code, as `platform help exit-codes` lists them. */
export class CommandFailed extends Error {
  readonly code: number;
  constructor(args: string[], code: number, said: string) {
    super(`platform ${args.join(" ")} ended with code ${code}:\n${said}`);
    this.code = code;
  }
}

/** Runs the real command line and gives back its standard output; its refusal becomes our error. */
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

/** The same, with the JSON it prints. */
export async function platformJson<T>(args: string[], options?: Options): Promise<T> {
  return JSON.parse(await platform([...args, "--json"], options)) as T;
}
