import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { root } from "../root.ts";

/** A long-running process of `npm start`. */
export interface Child {
  name: string;
  process: ChildProcess;
  /** Resolves with the exit code once it has ended; a signal counts as 1. */
  ended: Promise<number>;
}

/**
 * Starts a process in its own process group, so that Ctrl-C at the terminal does not reach it and processes can be
 * stopped in order. Resolves when it is ready.
 *
 * @param ready returns a value for the line of output that shows the process to be ready
 * @param spawned called at once with the process id
 * @throws {Error} if the process exits before it is ready
 */
export async function startChild<T>(
  name: string,
  args: string[],
  env: Record<string, string>,
  ready: (line: string) => T | undefined,
  spawned: (pid: number) => void = () => {},
): Promise<{ child: Child; found: T }> {
  const started = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number>((resolve) => {
    started.on("error", () => resolve(1));
    started.on("exit", (code) => resolve(code ?? 1));
  });
  if (started.pid !== undefined) spawned(started.pid);
  const last: string[] = [];
  const found = await new Promise<T>((resolve, reject) => {
    for (const stream of [started.stdout, started.stderr])
      createInterface({ input: stream }).on("line", (line) => {
        last.push(line);
        if (last.length > 20) last.shift();
        const value = ready(line);
        if (value !== undefined) resolve(value);
      });
    void ended.then((code) =>
      reject(new Error(`${name} exited with code ${code} before it was ready:\n${last.join("\n")}`)),
    );
  });
  return { child: { name, process: started, ended }, found };
}

/** Sends SIGTERM and waits for the exit. Has no time limit: the processes have their own. */
export async function stopChild(child: Child): Promise<void> {
  child.process.kill("SIGTERM");
  await child.ended;
}
