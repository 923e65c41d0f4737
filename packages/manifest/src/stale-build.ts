import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { PackEntry } from "./pack-entry.ts";
import { showPath } from "./path-rules.ts";
import type { Problem } from "./problem.ts";

/** Larger source maps and lists of sources are not read. */
const sourceMapBytes = 16 * 1024 * 1024;

/**
 * Returns a problem for each file that was built before one of its sources was changed: the package would contain
 * outdated code. The sources are those in the folder that the file's source map names, or, for a binary, the lists that
 * cargo (`my-bot.d`) or CMake (`CMakeFiles/my-bot.dir/src/main.cpp.o.d`) write beside it.
 */
export async function findStaleBuilds(
  dir: string,
  entries: readonly PackEntry[],
  binaries: readonly string[],
): Promise<Problem[]> {
  return [...(await findStaleScripts(dir, entries)), ...(await findStaleBinaries(dir, binaries))];
}

async function findStaleBinaries(dir: string, binaries: readonly string[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const binary of binaries) {
    const written = await stat(join(dir, binary)).catch(() => undefined);
    if (written === undefined) continue;
    for (const [command, sources] of [
      ["cargo build --release", await sourcesIn(join(dir, `${binary}.d`))],
      [`cmake --build ${dirname(binary)}`, await sourcesOfCMake(join(dir, binary))],
    ] as const) {
      for (const source of sources)
        if (await isNewer(dir, source, written.mtimeMs))
          problems.push(stale(binary, inside(dir, source)!, command));
    }
  }
  return problems;
}

/** Returns the sources in the lists of a target that CMake has built, outside the SDK; none if Ninja, which keeps no lists, built it. */
async function sourcesOfCMake(binary: string): Promise<string[]> {
  const folder = join(dirname(binary), "CMakeFiles", `${basename(binary)}.dir`);
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const lists = names.filter((name) => name.endsWith(".d")).map((name) => sourcesIn(join(folder, name)));
  return [...new Set((await Promise.all(lists)).flat())].sort();
}

/** Returns the sources in a list such as `/bot/target/release/my-bot: /bot/src/main.rs`; none if it cannot be read. */
async function sourcesIn(list: string): Promise<string[]> {
  const found = await stat(list).catch(() => undefined);
  if (found === undefined || found.size > sourceMapBytes) return [];
  const line = (await readFile(list, "utf8")).replaceAll("\\\n", " ").split("\n", 1)[0]!;
  const sources = line.slice(line.indexOf(": ") + 2).match(/(?:\\ |\S)+/g) ?? [];
  return sources.map((source) => resolve(source.replaceAll("\\ ", " ")));
}

/** Returns true if a source in the folder was changed after this time. */
async function isNewer(dir: string, source: string, than: number): Promise<boolean> {
  if (inside(dir, source) === undefined) return false;
  return stat(source).then(
    (found) => found.mtimeMs > than,
    () => false,
  );
}

/** Returns the path of a file relative to the folder; undefined if it is outside. */
function inside(dir: string, file: string): string | undefined {
  const path = relative(dir, file).split(sep).join("/");
  return path.startsWith("../") ? undefined : path;
}

async function findStaleScripts(dir: string, entries: readonly PackEntry[]): Promise<Problem[]> {
  const packed = new Set(entries.map(({ path }) => path));
  const problems: Problem[] = [];
  for (const entry of entries) {
    const built = entry.path.replace(/\.map$/, "");
    if (built === entry.path || !packed.has(built)) continue;
    if (!("from" in entry) || entry.bytes > sourceMapBytes) continue;
    // A watching compiler rewrites only what differs: a change of types may rewrite the map but not the code.
    const written = await Promise.all([stat(join(dir, built)), stat(entry.from)]);
    const builtAt = Math.max(...written.map(({ mtimeMs }) => mtimeMs));
    for (const source of await sourcesOf(entry.from))
      if (await isNewer(dir, source, builtAt))
        problems.push(stale(built, inside(dir, source)!, "npm run build"));
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

function stale(built: string, source: string, command: string): Problem {
  return {
    code: "pack.stale_build",
    file: built,
    message: `${showPath(built)} was built before ${showPath(source)} was changed.`,
    next: `Build it again (${command}).`,
    severity: "error",
  };
}
