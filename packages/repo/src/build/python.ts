import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";
import { run } from "../run/command.ts";

/** Builds the wheel and the source distribution of the Python SDK with the tools of a virtual environment's `bin`. */
export async function buildPython(tools: string, folder: string): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { code, output } = await run(
    join(tools, "python"),
    ["-m", "build", "--no-isolation", "--outdir", folder, join(root, "sdks", "python")],
    { quiet: true },
  );
  if (code !== 0) throw new Error(`The Python SDK could not be built:\n${output.trimEnd()}`);
  return readdirSync(folder).sort();
}
