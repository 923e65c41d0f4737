import { spawn } from "node:child_process";
import { root } from "../root.ts";

interface Options {
  cwd?: string;
  env?: Record<string, string | undefined>;
  /** Keep what it prints instead of showing it. */
  quiet?: boolean;
}

export interface Ended {
  /** The exit code; a signal or a command that could not be started counts as 1. */
  code: number;
  output: string;
}

/** Runs a command to its end, showing what it prints unless told to be quiet. Never rejects. */
export function run(
  command: string,
  args: string[],
  { cwd = root, env, quiet }: Options = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    child.on("error", (error) => resolve({ code: 1, output: `${command}: ${error.message}` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
