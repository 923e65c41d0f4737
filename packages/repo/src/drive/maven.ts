import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs Maven in a folder, as quietly as it can. Rejects with its output if it fails. */
export async function maven(folder: string, ...args: string[]): Promise<void> {
  await promisify(execFile)("mvn", ["-B", "-q", "-ntp", ...args], { cwd: folder });
}
