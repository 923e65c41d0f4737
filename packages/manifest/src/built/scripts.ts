import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { PackEntry } from "../files/pack-entry.ts";
import { type Built, readableBytes } from "./built.ts";

/** Returns the scripts that have a source map, with the sources that it names. */
export async function builtScripts(dir: string, entries: readonly PackEntry[]): Promise<Built[]> {
  const packed = new Set(entries.map(({ path }) => path));
  const found: Built[] = [];
  for (const entry of entries) {
    const path = entry.path.replace(/\.map$/, "");
    if (path === entry.path || !packed.has(path)) continue;
    if (!("from" in entry) || entry.bytes > readableBytes) continue;
    // A watching compiler rewrites only what differs: a change of types may rewrite the map but not the code.
    const written = await Promise.all([stat(join(dir, path)), stat(entry.from)]);
    found.push({
      path,
      writtenAt: Math.max(...written.map(({ mtimeMs }) => mtimeMs)),
      sources: await sourcesOf(entry.from),
      command: "npm run build",
    });
  }
  return found;
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
