import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { locked } from "../run/locked.ts";

/** The environment in which tests build bots in C++, the documented way. */
export const cmakeEnvironment = { CMAKE_BUILD_TYPE: "Debug" };

/** Runs cmake in a folder. Rejects with its output if it fails. */
export async function cmake(folder: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, ...cmakeEnvironment };
  const all = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
  await promisify(execFile)(...locked("cpp", "cmake", ...args), all).catch(
    ({ stdout, stderr }: Record<string, string>) => {
      throw new Error(`cmake ${args.join(" ")} failed:\n${stdout}${stderr}`);
    },
  );
}
