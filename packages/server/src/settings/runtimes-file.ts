import { readFileSync } from "node:fs";
import { addRuntimes, formatProblem, hasErrors, type Runtimes, runtimes } from "@botyard/manifest";
import { systemReason } from "../errors/system-reason.ts";
import { SettingsError } from "./read-settings.ts";

/**
 * Returns the built-in runtimes and those of the given file.
 * @throws {SettingsError} if the file cannot be read or is invalid; lists every problem found
 */
export function readRuntimesFile(file: string): Runtimes {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new SettingsError([
      `The runtimes file cannot be read: ${systemReason(error, file)}. Correct --runtimes or PLATFORM_RUNTIMES_FILE.`,
    ]);
  }
  const added = addRuntimes(runtimes, text, file);
  if (!hasErrors(added.problems)) return added.runtimes;
  throw new SettingsError([
    `The runtimes file ${file} is not valid.`,
    ...added.problems.map((problem) => `  ${formatProblem(problem)}`),
  ]);
}
