import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hidden, root } from "../root.ts";
import { run } from "./command.ts";
import { findPython } from "./toolchains.ts";

let tools: Promise<string> | undefined;

/**
 * Returns the `bin` of a virtual environment with the pinned tools of the Python SDK. Creates the environment when it
 * is missing or the list of tools has changed.
 *
 * @throws {Error} if Python is missing or the tools cannot be installed
 */
export function pythonTools(): Promise<string> {
  // Parts run beside each other.
  tools ??= install().finally(() => {
    tools = undefined;
  });
  return tools;
}

async function install(): Promise<string> {
  const list = join(root, "sdks", "python", "requirements-dev.txt");
  const home = join(hidden, "python");
  const stamp = join(home, "installed");
  const interpreter = await findPython();
  if (interpreter === undefined) throw new Error("Python 3.11 or newer was not found on PATH.");
  const wanted = createHash("sha256").update(readFileSync(list)).update(interpreter).digest("hex");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
    console.log("Installing the Python tools of sdks/python/requirements-dev.txt into .botyard/python ...");
    rmSync(home, { recursive: true, force: true });
    const made = await run(interpreter, ["-m", "venv", home], { quiet: true });
    if (made.code !== 0) throw new Error(`Cannot create a virtual environment: ${made.output}`);
    const installed = await run(join(home, "bin", "pip"), ["install", "--quiet", "-r", list], {
      quiet: true,
    });
    if (installed.code !== 0) throw new Error(`pip cannot install ${list}: ${installed.output}`);
    writeFileSync(stamp, wanted);
  }
  return join(home, "bin");
}
