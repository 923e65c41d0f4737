import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { PackEntry } from "./pack-entry.ts";
import { showPath } from "./path-rules.ts";
import type { Problem } from "./problem.ts";

/** Larger source maps and lists of sources are not read. */
const sourceMapBytes = 16 * 1024 * 1024;

/**
 * Returns a problem for each file that was built before one of its sources was changed: the package would contain
 * outdated code. The sources are those in the folder that the file's source map names; for a binary, the list that cargo
 * writes beside it (`my-bot.d`); for a jar in `target/`, all files in the project's `src/main/`.
 */
export async function findStaleBuilds(
  dir: string,
  entries: readonly PackEntry[],
  binaries: readonly string[],
): Promise<Problem[]> {
  return [
    ...(await findStaleScripts(dir, entries)),
    ...(await findStaleBinaries(dir, binaries)),
    ...(await findStaleJars(dir, entries)),
  ];
}

async function findStaleJars(dir: string, entries: readonly PackEntry[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { path } of entries) {
    const project = /^(?:(.+)\/)?target\/[^/]+\.jar$/.exec(path);
    const written = project && (await stat(join(dir, path)).catch(() => undefined));
    if (!written) continue;
    const sources = join(dir, project[1] ?? "", "src", "main");
    const found = await readdir(sources, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const file of found
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)))
      if (await isNewer(dir, file, written.mtimeMs))
        problems.push(stale(path, inside(dir, file)!, "mvn package"));
  }
  return problems;
}

async function findStaleBinaries(dir: string, binaries: readonly string[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const binary of binaries) {
    const written = await stat(join(dir, binary)).catch(() => undefined);
    if (written === undefined) continue;
    for (const source of await sourcesOfCargo(join(dir, `${binary}.d`)))
      if (await isNewer(dir, source, written.mtimeMs))
        problems.push(stale(binary, inside(dir, source)!, "cargo build --release"));
  }
  return problems;
}

/** Returns the sources in a list such as `/bot/target/release/my-bot: /bot/src/main.rs`; none if it cannot be read. */
async function sourcesOfCargo(list: string): Promise<string[]> {
  const found = await stat(list).catch(() => undefined);
  if (found === undefined || found.size > sourceMapBytes) return [];
  const line = (await readFile(list, "utf8")).split("\n", 1)[0]!;
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
