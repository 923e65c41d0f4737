import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { hidden } from "../root.ts";

/** Runs a script of this repository while no other process runs one with this name. Rejects with its output if it fails. */
export async function alone(name: string, script: string, ...args: string[]): Promise<void> {
  mkdirSync(hidden, { recursive: true });
  const lock = join(hidden, `${name}.lock`);
  await promisify(execFile)("flock", ["-o", lock, process.execPath, script, ...args]);
}
