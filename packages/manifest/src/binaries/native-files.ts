import type { PackEntry } from "../files/pack-entry.ts";
import type { Problem } from "../problems/problem.ts";
import type { Runtime } from "../runtimes/table.ts";
import type { Target } from "../runtimes/target.ts";
import { type Fit, look, type NativeFile, wrongPlatform } from "./native-file.ts";
import { checkNodeModules } from "./native-modules.ts";

const listedProblems = 20;

/**
 * Checks the compiled files below `vendor/` of a Python bot and below `node_modules/` of a Node bot: a package is
 * installed on the author's machine, and must be loaded on that of the platform.
 */
export async function checkNativeFiles(
  entries: readonly PackEntry[],
  runtime: Runtime | undefined,
  rules: { architecture?: string; target?: Target },
): Promise<Problem[]> {
  if (runtime === undefined) return [];
  const architecture = rules.architecture ?? rules.target?.architecture ?? process.arch;
  const fit: Fit = { runtime: runtime.id, architecture, ...(rules.target && { target: rules.target }) };
  const problems = runtime.entryExtensions.includes(".py")
    ? await checkPythonModules(entries, fit)
    : runtime.entryExtensions.includes(".mjs")
      ? await checkNodeModules(entries, fit)
      : [];
  return problems.slice(0, listedProblems);
}

/** A module such as `_core.cpython-311-x86_64-linux-gnu.so`, `_core.abi3.so` or `_core.cp311-win_amd64.pyd`. */
const pythonModule = /^(.+?)\.(?:cpython-|pypy|abi3\.|cp\d)[^/]*\.(?:so|pyd)$|^(.+)\.pyd$/;
const library = /\.(?:so(?:\.\d+)*|pyd|dylib)$/;

async function checkPythonModules(entries: readonly PackEntry[], fit: Fit): Promise<Problem[]> {
  // A module needs one file that fits; of the other libraries of a dependency one must fit, as it chooses by itself.
  const variants = new Map<string, NativeFile[]>();
  for (const entry of entries) {
    if (!entry.path.startsWith("vendor/") || !library.test(entry.path)) continue;
    const file = await look(entry, fit);
    const match = pythonModule.exec(entry.path);
    const family = match ? `module ${match[1] ?? match[2]}` : `library ${topOf(entry.path)}`;
    variants.set(family, [...(variants.get(family) ?? []), file]);
  }
  const unfit = new Map<string, NativeFile[]>();
  for (const files of variants.values()) {
    if (files.some(({ fault }) => fault === undefined)) continue;
    const top = topOf(files[0]!.path);
    unfit.set(top, [...(unfit.get(top) ?? []), ...files]);
  }
  return [...unfit.values()].map((files) => wrongPlatform(files, fit));
}

function topOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}
