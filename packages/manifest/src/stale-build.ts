import { readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { PackEntry } from "./pack-entry.ts";
import { showPath } from "./path-rules.ts";
import type { Problem } from "./problem.ts";

/** Larger source maps are not read. */
const sourceMapBytes = 16 * 1024 * 1024;

/**
 * Returns a problem for each file that was built before one of its sources, as named in its source map, was changed:
 * the package would contain outdated code. Only files with a source map beside them and sources in the folder count.
 */
export async function findStaleBuilds(dir: string, entries: readonly PackEntry[]): Promise<Problem[]> {
  const packed = new Set(entries.map(({ path }) => path));
  const problems: Problem[] = [];
  for (const entry of entries) {
    const built = entry.path.replace(/\.map$/, "");
    if (built === entry.path || !packed.has(built)) continue;
    if (!("from" in entry) || entry.bytes > sourceMapBytes) continue;
    // A watching compiler rewrites only what differs: a change of types may rewrite the map but not the code.
    const written = await Promise.all([stat(join(dir, built)), stat(entry.from)]);
    const builtAt = Math.max(...written.map(({ mtimeMs }) => mtimeMs));
    for (const source of await sourcesOf(entry.from)) {
      const path = relative(dir, source).split(sep).join("/");
      if (path.startsWith("../")) continue;
      const changedAt = await stat(source).then(
        (found) => found.mtimeMs,
        () => Number.NEGATIVE_INFINITY,
      );
      if (changedAt > builtAt) problems.push(stale(built, path));
    }
  }
  return problems;
}

/** Returns the files that a source map names; none if it cannot be parsed. */
async function sourcesOf(map: string): Promise<string[]> {
  try {
    const { sources, sourceRoot } = JSON.parse(await readFile(map, "utf8"));
    return sources
      .filter((source: unknown) => typeof source === "string" && !/^[a-z-]+:/i.test(source))
      .map((source: string) => resolve(dirname(map), sourceRoot ?? "", source));
  } catch {
    return [];
  }
}

function stale(built: string, source: string): Problem {
  return {
    code: "pack.stale_build",
    file: built,
    message: `${showPath(built)} was built before ${showPath(source)} was changed.`,
    next: "Build it again (npm run build).",
    severity: "error",
  };
}
