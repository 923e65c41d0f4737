import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { locked } from "../run/locked.ts";

/** Runs Maven in a folder, as quietly as it can. Rejects with its output if it fails. */
export async function maven(folder: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(...locked("scala", "mvn", "-B", "-q", "-ntp", ...args), { cwd: folder });
}
