import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { root } from "../root.ts";

/** A long-running process of the demo, stopped again at its end. */
export interface Child {
  name: string;
  process: ChildProcess;
  /** Resolves with the exit code once it has ended; a signal counts as 1. */
  ended: Promise<number>;
}

/**
 * Starts a process in a group of its own, so that a Ctrl-C at the terminal reaches only us and we stop it in order.
 * Resolves with the first line of its output that `ready` recognises; `spawned` is told the process at once.
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
      reject(new Error(`${name} ended with code ${code} before it was ready:\n${last.join("\n")}`)),
    );
  });
  return { child: { name, process: started, ended }, found };
}

/** SIGTERM, then wait for the end; its own time limits bound that. */
export async function stopChild(child: Child): Promise<void> {
  child.process.kill("SIGTERM");
  await child.ended;
}
