import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { hidden } from "../root.ts";
import { whyNotBuilt } from "../run/languages.ts";

/**
 * The environment in which tests build bots in Rust, the documented way. All projects share the compiled dependencies,
 * and `--release` does not optimise, because compiling takes longer than anything that a test runs.
 */
export const cargoEnvironment = {
  CARGO_BUILD_BUILD_DIR: join(hidden, "cargo"),
  CARGO_PROFILE_RELEASE_OPT_LEVEL: "0",
  CARGO_TERM_COLOR: "never",
};

const env = { ...process.env, ...cargoEnvironment };

/** Why bots in Rust cannot be built on this machine; undefined if they can. */
export const whyNoCargo = await whyNotBuilt("rust");

/** Runs cargo in a folder. Rejects with its output if it fails. */
export async function cargo(folder: string, ...args: string[]): Promise<void> {
  await promisify(execFile)("cargo", args, { cwd: folder, env });
}
