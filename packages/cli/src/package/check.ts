import { resolve } from "node:path";
import {
  type CheckedDir,
  checkPackageDir,
  findRuntime,
  formatProblem,
  hasErrors,
  type PackageConfig,
  type PackEntry,
  type Problem,
  type Runtimes,
} from "@botyard/manifest";
import type { Context } from "../context.ts";
import { checkDeclared } from "../dependencies/declared.ts";
import { invalid, notFound } from "../failure.ts";
import { showWarnings } from "../output/warnings.ts";
import { isFolder } from "./folder.ts";
import type { PlatformFacts } from "./platform-facts.ts";
import { checkSources } from "./sources/check-sources.ts";

export type CheckedFolder = CheckedDir & { dir: string };

export interface CheckOptions {
  runtimes: Runtimes;
  allowSecrets?: boolean;
  extra?: readonly PackEntry[];
  /** The configuration, if an earlier check has read it. */
  read?: PackageConfig | undefined;
  /** What the package must fit; absent if it is only for this machine. */
  facts?: PlatformFacts;
}

/**
 * Reads and checks the custom bot in a folder. Returns it with every problem found.
 *
 * @throws {Failure} exit code 5 if there is no such folder
 */
export async function checkFolder(
  context: Context,
  folder: string | undefined,
  options: CheckOptions,
): Promise<CheckedFolder> {
  const dir = resolve(context.cwd, folder ?? ".");
  if (!(await isFolder(dir))) throw notFound(`There is no folder ${folder ?? dir}.`);
  const { facts, ...rules } = options;
  const checked = await checkPackageDir(dir, {
    ...rules,
    ...(facts && { limits: facts.limits, target: facts.target }),
  });
  const runtime = checked.runtime === undefined ? undefined : findRuntime(checked.runtime, options.runtimes);
  // With vendored files, the folder has been checked before.
  if (options.extra === undefined) {
    checked.problems.push(
      ...(await checkSources(context, dir, checked, runtime, facts?.target)),
      ...(await checkDeclared(context, dir, checked.entries, runtime, facts?.target)),
    );
  }
  return { ...checked, dir };
}

/** Sorts problems by file, in the order of the checks, then by line and column. */
function inOrder(problems: readonly Problem[]): Problem[] {
  const files = [...new Set(problems.map(({ file }) => file))];
  const [line, column] = [(one: Problem) => one.line ?? 0, (one: Problem) => one.column ?? 0];
  return problems.toSorted(
    (a, b) => files.indexOf(a.file) - files.indexOf(b.file) || line(a) - line(b) || column(a) - column(b),
  );
}

/**
 * Prints the warnings of a checked folder.
 *
 * @throws {Failure} exit code 6 with all errors, if there are any; `consequence` completes the message
 */
export function refuseErrors(context: Context, checked: CheckedFolder, consequence?: string): void {
  const { problems } = checked;
  showWarnings(context, problems);
  if (!hasErrors(problems)) return;
  const errors = inOrder(problems.filter(({ severity }) => severity === "error")).map(formatProblem);
  const count = errors.length === 1 ? "1 problem" : `${errors.length} problems`;
  const runtime = problems.some(({ code }) => code === "bot_config.unknown_runtime");
  const missing = problems.some(({ code }) => code === "package.no_bot_config");
  throw invalid(
    `The custom bot in ${checked.dir} has ${count}${consequence === undefined ? "" : `; ${consequence}`}.`,
    errors,
    ...(missing
      ? ["change to the folder of a custom bot, or create one: platform custom-bot init <name>"]
      : []),
    ...(runtime ? ["if your platform adds this runtime, name its runtimes file: --runtimes <file>"] : []),
  );
}
