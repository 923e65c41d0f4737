import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
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

const inBackground = new AsyncLocalStorage<true>();

/** Runs work whose commands print nothing and use only processor time that no other command wants. */
export const background = <Result>(work: () => Promise<Result>): Promise<Result> =>
  inBackground.run(true, work);

/** Runs a command until it exits. Captures its output, and prints it unless `quiet` is set. Never rejects. */
export function run(
  command: string,
  args: string[],
  { cwd = root, env, quiet }: Options = {},
): Promise<Ended> {
  const aside = inBackground.getStore() === true;
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
        if (!quiet && !aside) shown.write(text);
      });
    if (aside && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    child.on("error", (error) => resolve({ code: 1, output: `${command}: ${error.message}` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a command without printing its output, which it returns.
 *
 * @throws {Error} with the output, if it fails
 */
export async function succeed(
  command: string,
  args: string[],
  env: Record<string, string | undefined> = {},
): Promise<string> {
  const { code, output } = await run(command, args, { quiet: true, env });
  if (code !== 0) throw new Error(`${command} ${args[0]} exited with code ${code}:\n${output.trimEnd()}`);
  return output;
}
