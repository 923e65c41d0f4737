import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { filterVariable } from "../control.ts";
import { Connection } from "./connection.ts";

const startMs = 10_000;
const lookAgainMs = 10;

/** The program of the border: beside this module when it is built, one folder up in the sources. */
const program = ["./main.js", "../main.ts"]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find(existsSync) as string;

/** A bot must not make the border use much memory: what is read and not yet written is bounded per connection. */
const flags = ["--max-semi-space-size=1", "--max-old-space-size=512"];

/**
 * Connects to the border of a data folder, and starts it if it does not run. It continues to run when the platform ends.
 * @param wrap returns the command that starts the given one with the rights that the border needs
 * @param filter the system calls that the kernel refuses it, as an array of `struct sock_filter`
 * @throws {Error} if it cannot be started
 */
export async function connectBorder(
  folder: string,
  wrap: (command: string[]) => string[],
  filter?: Buffer,
): Promise<Connection> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const running = await Connection.open(folder);
  if (running) return running;
  const [file = "", ...rest] = wrap([process.execPath, ...flags, program, folder]);
  const log = openLog(join(folder, "log"));
  const child = spawn(file, rest, {
    cwd: "/",
    detached: true,
    stdio: ["ignore", log, log],
    env: { UV_THREADPOOL_SIZE: "1", ...(filter && { [filterVariable]: filter.toString("base64") }) },
  });
  closeSync(log);
  let failed: string | undefined;
  child.once("error", (error) => {
    failed = error.message;
  });
  child.once("exit", (code) => {
    // With 0 it ends if another one has just been started.
    if (code !== 0) failed ??= `it exited with code ${code}`;
  });
  child.unref();
  for (let waited = 0; waited < startMs; waited += lookAgainMs) {
    if (failed !== undefined) break;
    const connection = await Connection.open(folder);
    if (connection) return connection;
    await delay(lookAgainMs);
  }
  if (child.pid !== undefined && child.exitCode === null) child.kill("SIGKILL");
  throw new Error(
    `The border could not be started: ${failed ?? "it did not answer"}; see ${join(folder, "log")}.`,
  );
}

/** On a full disk there may be no room for it. */
function openLog(path: string): number {
  try {
    return openSync(path, "w", 0o600);
  } catch {
    return openSync("/dev/null", "w");
  }
}
