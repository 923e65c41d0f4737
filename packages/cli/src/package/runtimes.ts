import { addRuntimes, formatProblem, hasErrors, type Runtimes, runtimes } from "@botyard/manifest";
import { readText } from "../bots/instance-file.ts";
import type { Option } from "../command.ts";
import type { Context } from "../context.ts";
import { invalid } from "../failure.ts";

/** The option of commands that check a runtime. */
export const runtimesOption: Option = {
  flags: "--runtimes <file>",
  help: "the platform's runtimes file (overrides PLATFORM_RUNTIMES_FILE)",
  completes: "files",
};

/**
 * Returns the built-in runtimes, and those of the runtimes file if one is given.
 *
 * @throws {Failure} exit code 6 if the file is not valid
 */
export async function knownRuntimes(context: Context, flag: string | undefined): Promise<Runtimes> {
  const file = flag || context.env.PLATFORM_RUNTIMES_FILE;
  if (!file) return runtimes;
  const added = addRuntimes(runtimes, await readText(context, file), file);
  if (hasErrors(added.problems))
    throw invalid(`The runtimes file ${file} is not valid.`, added.problems.map(formatProblem));
  return added.runtimes;
}
