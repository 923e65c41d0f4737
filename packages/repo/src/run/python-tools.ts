import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hidden, root } from "../root.ts";
import { run } from "./command.ts";
import { findPython } from "./toolchains.ts";

/** A virtual environment with the pinned tools of the Python SDK, made once per content of its list: its `bin`. */
export async function pythonTools(): Promise<string> {
  const list = join(root, "sdks", "python", "requirements-dev.txt");
  const home = join(hidden, "python");
  const stamp = join(home, "installed");
  const interpreter = await findPython();
  if (interpreter === undefined) throw new Error("There is no Python 3.11 or newer on PATH.");
  const wanted = createHash("sha256").update(readFileSync(list)).update(interpreter).digest("hex");
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) {
    console.log("Installing the Python tools of sdks/python/requirements-dev.txt into .botyard/python ...");
    rmSync(home, { recursive: true, force: true });
    const made = await run(interpreter, ["-m", "venv", home], { quiet: true });
    if (made.code !== 0) throw new Error(`no virtual environment: ${made.output}`);
    const installed = await run(join(home, "bin", "pip"), ["install", "--quiet", "-r", list], {
      quiet: true,
    });
    if (installed.code !== 0) throw new Error(`pip could not install ${list}: ${installed.output}`);
    writeFileSync(stamp, wanted);
  }
  return join(home, "bin");
}
