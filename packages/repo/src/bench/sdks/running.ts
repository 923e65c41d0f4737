import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../drive/platform.ts";
import { Connection } from "./connection.ts";

/** A query server of the bench. */
export interface Server {
  child: ChildProcess;
  port: number;
}

/** Starts a program as a query server; resolves when it listens. */
export async function start([command = "", ...args]: string[]): Promise<Server> {
  const port = await freePort();
  const env = { ...process.env, QUERY_PORT: String(port) };
  const child = spawn(command, args, { env, stdio: ["ignore", "ignore", "inherit"] });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${command} exited with code ${child.exitCode}.`);
    try {
      (await Connection.open(port)).close();
      return { child, port };
    } catch {
      await pause(20);
    }
  }
}

/** Kills a server that has not ended by itself. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}
