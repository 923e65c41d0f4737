import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { builtNames } from "./build-file.ts";
import type { PackEntry } from "./pack-entry.ts";
import { showPath } from "./path-rules.ts";
import type { Problem } from "./problem.ts";

/** Larger source maps and lists of sources are not read. */
const sourceMapBytes = 16 * 1024 * 1024;

/**
 * Returns a problem for each file that was built before one of its sources was changed: the package would contain
 * outdated code. The sources are those in the folder that the file's source map names, for a binary the list that cargo
 * writes beside it (`my-bot.d`), and for a .NET assembly the files in the folder of the project that has its name.
 */
export async function findStaleBuilds(
  dir: string,
  entries: readonly PackEntry[],
  binaries: readonly string[],
): Promise<Problem[]> {
  return [
    ...(await findStaleScripts(dir, entries)),
    ...(await findStaleBinaries(dir, binaries)),
    ...(await findStaleAssemblies(dir, entries)),
  ];
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

async function findStaleAssemblies(dir: string, entries: readonly PackEntry[]): Promise<Problem[]> {
  const built = new Map(
    entries
      .filter((entry) => entry.path.endsWith(".dll") && "from" in entry)
      .map(({ path }) => [posix.basename(path, ".dll"), path]),
  );
  if (built.size === 0) return [];
  const problems: Problem[] = [];
  for (const project of await projectsIn(dir)) {
    const assembly = built.get(project.assembly);
    const written = assembly && (await stat(join(dir, assembly)).catch(() => undefined));
    if (!assembly || !written) continue;
    for (const source of project.sources)
      if (await isNewer(dir, source, written.mtimeMs)) {
        problems.push(stale(assembly, inside(dir, source)!, "dotnet build --configuration Release"));
        break;
      }
  }
  return problems;
}

/** Returns the .NET projects in a folder and in the folders in it, each with the name of its assembly and its sources. */
async function projectsIn(dir: string): Promise<{ assembly: string; sources: string[] }[]> {
  const found = await readdir(dir, { withFileTypes: true }).catch(() => []);
  const folders = [dir, ...found.filter((entry) => entry.isDirectory()).map(({ name }) => join(dir, name))];
  const projects: { assembly: string; sources: string[] }[] = [];
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    const file = names.find((name) => name.endsWith(".csproj"));
    if (file === undefined) continue;
    const text = await readFile(join(folder, file), "utf8").catch(() => "");
    const [assembly = ""] = builtNames(file, text, [])?.names ?? [];
    const sources = names.filter((name) => name.endsWith(".cs") || name === file);
    projects.push({ assembly, sources: sources.map((name) => join(folder, name)) });
  }
  return projects;
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
