import { join } from "node:path";
import { root } from "../root.ts";
import { run } from "../run/command.ts";

/** Builds the source distribution of the Python SDK into `folder`, with the tools in the `bin` folder `tools`. */
export async function buildSourceDistribution(tools: string, folder: string): Promise<void> {
  const { code, output } = await run(
    join(tools, "python"),
    ["-m", "build", "--sdist", "--no-isolation", "--outdir", folder, join(root, "sdks", "python")],
    { quiet: true },
  );
  if (code !== 0)
    throw new Error(`Cannot build the source distribution of the Python SDK:\n${output.trimEnd()}`);
}
