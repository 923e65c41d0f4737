import { readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { PackEntry } from "./pack-entry.ts";
import { showPath } from "./path-rules.ts";
import type { Problem } from "./problem.ts";

/** A larger source map is not looked into. */
const sourceMapBytes = 16 * 1024 * 1024;

/**
 * Files that were built before one of their sources was changed, as their source maps name them: the package would hold
 * other code than its author sees. Only sources in the folder count, and only files with a map beside them.
 */
export async function findStaleBuilds(dir: string, entries: readonly PackEntry[]): Promise<Problem[]> {
  const packed = new Set(entries.map(({ path }) => path));
  const problems: Problem[] = [];
  for (const entry of entries) {
    const built = entry.path.replace(/\.map$/, "");
    if (built === entry.path || !packed.has(built)) continue;
    if (!("from" in entry) || entry.bytes > sourceMapBytes) continue;
    // A compiler that watches writes only what differs, and a change of types alone leaves the code as it was.
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

/** The files that a source map names; none when it is not a map. */
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
