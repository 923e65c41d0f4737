import { readdir, readFile, stat } from "node:fs/promises";
import { join, posix } from "node:path";
import type { PackEntry } from "../files/pack-entry.ts";
import { builtNames } from "./build-file.ts";
import type { Built } from "./built.ts";

/** Returns the .NET assemblies with the files in the folders of the projects that have their names. */
export async function builtAssemblies(dir: string, entries: readonly PackEntry[]): Promise<Built[]> {
  const packed = new Map(
    entries
      .filter((entry) => entry.path.endsWith(".dll") && "from" in entry)
      .map(({ path }) => [posix.basename(path, ".dll"), path]),
  );
  if (packed.size === 0) return [];
  const found: Built[] = [];
  for (const { assembly, sources } of await projectsIn(dir)) {
    const path = packed.get(assembly);
    const written = path && (await stat(join(dir, path)).catch(() => undefined));
    if (!path || !written) continue;
    found.push({
      path,
      writtenAt: written.mtimeMs,
      sources,
      command: "dotnet build --configuration Release",
    });
  }
  return found;
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
