import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Built, readableBytes } from "./built.ts";

/**
 * Returns the binaries of a project of cabal with its `.cabal` file and all modules in the source folders that this file
 * names, except those of tests and benchmarks. `build.sh` copies the binaries, so that cabal keeps no list beside them.
 */
export async function builtByCabal(dir: string, binaries: readonly string[]): Promise<Built[]> {
  const project = (await readdir(dir).catch(() => [])).find((name) => /.\.cabal$/.test(name));
  if (project === undefined) return [];
  const sources = [join(dir, project), ...(await modulesOf(dir, join(dir, project)))];
  const found: Built[] = [];
  for (const path of binaries) {
    const written = await stat(join(dir, path)).catch(() => undefined);
    if (written !== undefined)
      found.push({ path, writtenAt: written.mtimeMs, sources, command: "sh build.sh" });
  }
  return found;
}

async function modulesOf(dir: string, project: string): Promise<string[]> {
  const known = await stat(project);
  if (!known.isFile() || known.size > readableBytes) return [];
  const text = await readFile(project, "utf8");
  const built = text.split(/^(?=\S)/m).filter((stanza) => !/^(?:test-suite|benchmark)\b/i.test(stanza));
  const lists = built.flatMap((stanza) => [...stanza.matchAll(/^[ \t]*hs-source-dirs[ \t]*:(.*)$/gim)]);
  const folders = new Set(
    lists.flatMap(([, list]) => list!.split(/[\s,]+/).filter((folder) => folder !== "")),
  );
  const modules: string[] = [];
  for (const folder of folders) {
    const files = await readdir(join(dir, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const file of files)
      if (file.isFile() && /\.l?hs$/.test(file.name)) modules.push(join(file.parentPath, file.name));
  }
  return [...new Set(modules)].sort();
}
