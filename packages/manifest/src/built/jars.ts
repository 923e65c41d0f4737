import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { PackEntry } from "../files/pack-entry.ts";
import type { Built } from "./built.ts";

/** Returns the jars in `target/` with all files in the project's `src/main/`. */
export async function builtJars(dir: string, entries: readonly PackEntry[]): Promise<Built[]> {
  const found: Built[] = [];
  for (const { path } of entries) {
    const project = /^(?:(.+)\/)?target\/[^/]+\.jar$/.exec(path);
    const written = project && (await stat(join(dir, path)).catch(() => undefined));
    if (!written) continue;
    const folder = join(dir, project[1] ?? "", "src", "main");
    const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const sources = files
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    found.push({ path, writtenAt: written.mtimeMs, sources, command: "mvn package" });
  }
  return found;
}
