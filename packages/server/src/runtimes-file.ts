import { readFileSync } from "node:fs";
import { addRuntimes, formatProblem, hasErrors, type Runtimes, runtimes } from "@botyard/manifest";
import { SettingsError } from "./settings.ts";

/** The built-in table with the rows of a deployment's own file. Throws {@link SettingsError}, naming all that is wrong. */
export function readRuntimesFile(file: string): Runtimes {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new SettingsError([
      `The runtimes file ${file} can not be read (${(error as NodeJS.ErrnoException).code}). Name a file that is there, with --runtimes or PLATFORM_RUNTIMES_FILE.`,
    ]);
  }
  const added = addRuntimes(runtimes, text, file);
  if (!hasErrors(added.problems)) return added.runtimes;
  throw new SettingsError([
    `The runtimes file ${file} is not valid.`,
    ...added.problems.map((problem) => `  ${formatProblem(problem)}`),
  ]);
}
