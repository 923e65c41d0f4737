import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { whenNpxEnds } from "./npx.ts";

const passedOn = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a command until it ends and returns its exit code, as a shell does: 128 plus the number of the signal that ended
 * it, 127 if there is no such command. Signals are passed on to the command and to all that it has started.
 */
export async function runCommand(
  [command, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  parent: number,
): Promise<number> {
  const pass = (signal: NodeJS.Signals) => void (child.pid !== undefined && signalGroup(child.pid, signal));
  // Before the command starts, which may print at once, and be asked to end.
  for (const signal of passedOn) process.on(signal, pass);
  // A process group of its own, so that a signal reaches all of it, and Ctrl-C at a terminal only once.
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env }, detached: true });
  if (process.env.npm_command === "exec") whenNpxEnds(parent, () => pass("SIGTERM"));
  try {
    const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + constants.signals[signal!];
  } catch (error) {
    process.stderr.write(`error: ${command} cannot be started: ${(error as Error).message}.\n`);
    return 127;
  } finally {
    for (const signal of passedOn) process.off(signal, pass);
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has just ended.
  }
}
