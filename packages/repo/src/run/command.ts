import { spawn } from "node:child_process";
import { root } from "../root.ts";

interface Options {
  cwd?: string;
  env?: Record<string, string | undefined>;
  /** Capture the output without printing it. */
  quiet?: boolean;
}

export interface Ended {
  /** The exit code; a signal or a command that could not be started counts as 1. */
  code: number;
  output: string;
}

/** Runs a command until it exits. Captures its output, and prints it unless `quiet` is set. Never rejects. */
export function run(
  command: string,
  args: string[],
  { cwd = root, env, quiet }: Options = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const [stream, shown] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const)
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (!quiet) shown.write(text);
      });
    child.on("error", (error) => resolve({ code: 1, output: `${command}: ${error.message}` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
