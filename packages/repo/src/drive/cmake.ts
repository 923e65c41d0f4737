import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs cmake in a folder. Rejects with its output if it fails. */
export async function cmake(folder: string, ...args: string[]): Promise<void> {
  const all = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  await promisify(execFile)("cmake", args, all).catch(({ stdout, stderr }: Record<string, string>) => {
    throw new Error(`cmake ${args.join(" ")} failed:\n${stdout}${stderr}`);
  });
}
