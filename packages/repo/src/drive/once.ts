import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { hidden, root } from "../root.ts";
import { type Inputs, Sources } from "../run/inputs.ts";

/** What several test files use, each of which may be the first that needs it. */
export interface Made {
  name: string;
  /** What it is made of; the folders among them are searched only there. */
  sources: Inputs;
  folders?: readonly string[];
  isThere(): boolean;
  make(): Promise<unknown>;
}

/** Makes it, unless that was done from the same sources. Of processes that call it in {@link alone}, one makes it. */
export async function once({ name, sources, folders = [], isThere, make }: Made): Promise<void> {
  const file = join(hidden, `${name}.sha256`);
  const digest = new Sources(root, folders).digest(sources, "");
  if (isThere() && existsSync(file) && readFileSync(file, "utf8") === digest) return;
  await make();
  writeFileSync(file, digest);
}

/** Runs a script of this repository while no other process runs one with this name. Rejects with its output if it fails. */
export async function alone(name: string, script: string, ...args: string[]): Promise<void> {
  mkdirSync(hidden, { recursive: true });
  const lock = join(hidden, `${name}.lock`);
  await promisify(execFile)("flock", ["-o", lock, process.execPath, script, ...args]);
}
