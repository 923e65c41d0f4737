import { stat } from "node:fs/promises";
import { relative, sep } from "node:path";
import type { PackEntry } from "../files/pack-entry.ts";
import { showPath } from "../files/path-rules.ts";
import type { Problem } from "../problems/problem.ts";
import { builtAssemblies } from "./assemblies.ts";
import { builtBinaries } from "./binaries.ts";
import { builtByCabal } from "./cabal.ts";
import { builtJars } from "./jars.ts";
import { builtScripts } from "./scripts.ts";

/**
 * Returns a problem for each source that was changed after the file that is built from it: the package would contain
 * outdated code.
 */
export async function findStaleBuilds(
  dir: string,
  entries: readonly PackEntry[],
  binaries: readonly string[],
): Promise<Problem[]> {
  const built = [
    ...(await builtScripts(dir, entries)),
    ...(await builtBinaries(dir, binaries)),
    ...(await builtByCabal(dir, binaries)),
    ...(await builtAssemblies(dir, entries)),
    ...(await builtJars(dir, entries)),
  ];
  const problems: Problem[] = [];
  for (const { path, writtenAt, sources, command } of built)
    for (const source of sources) {
      const shown = inside(dir, source);
      if (shown !== undefined && (await isNewer(source, writtenAt)))
        problems.push(stale(path, shown, command));
    }
  return problems;
}

/** Returns true if a file was changed after this time. */
const isNewer = (file: string, than: number): Promise<boolean> =>
  stat(file).then(
    (found) => found.mtimeMs > than,
    () => false,
  );

/** Returns the path of a file relative to the folder; undefined if it is outside. */
function inside(dir: string, file: string): string | undefined {
  const path = relative(dir, file).split(sep).join("/");
  return path.startsWith("../") ? undefined : path;
}

function stale(built: string, source: string, command: string): Problem {
  return {
    code: "pack.stale_build",
    file: built,
    message: `${showPath(built)} was built before ${showPath(source)} was changed.`,
    next: `Build it again (${command}).`,
    severity: "error",
  };
}
