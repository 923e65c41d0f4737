import type { ChildProcess } from "node:child_process";
import { LaunchError } from "../../../executor.ts";
import { type Identity, identityOf } from "./identity.ts";
import { readProcess } from "./process-entry.ts";

/**
 * Returns the identity of a child that was just started. Even an ended one is still in the process table: Node collects it
 * only in a later turn of the event loop.
 * @throws {LaunchError} `spawn_failed`; the child is killed then
 */
export function identifyChild(child: ChildProcess): Identity {
  const pid = child.pid ?? 0;
  try {
    const entry = readProcess(pid);
    if (entry) return identityOf(entry);
    throw new Error(`process ${pid} is not in /proc`);
  } catch (error) {
    // Kill a process that a restart could not find again, with its process group.
    if (pid > 1 && child.exitCode === null) process.kill(-pid, "SIGKILL");
    const detail = error instanceof Error ? error.message : String(error);
    throw new LaunchError("spawn_failed", `The process could not be identified: ${detail}.`, {
      cause: error,
    });
  }
}
