import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unpackTarball } from "../dependencies/tarball.ts";
import type { SourceTree } from "./languages.ts";

/** Returns the version of the SDK's sources in a project; undefined if there are none. */
export async function versionInProject(
  project: string,
  { version }: SourceTree,
): Promise<string | undefined> {
  const text = await readFile(join(project, version.file), "utf8").catch(() => "");
  return version.pattern.exec(text)?.[1];
}

/**
 * Writes the SDK's sources to `sdk/` of a project and removes other files from the folders of the archive. Files that are
 * the same already keep their modification time, so that nothing is compiled again. A project without a lock file gets
 * that of the archive.
 */
export async function placeSources(archive: string, project: string, { lock }: SourceTree): Promise<void> {
  const entries = await unpackTarball(archive, "sdk");
  const files = new Map(entries.map(({ path, ...rest }) => [path, (rest as { content: Buffer }).content]));
  const locked = files.get(`sdk/${lock}`);
  files.delete(`sdk/${lock}`);
  for (const top of new Set([...files.keys()].map((path) => path.split("/")[1]!))) {
    const folder = join(project, "sdk", top);
    const there = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of there.filter((found) => !found.isDirectory())) {
      const file = join(entry.parentPath, entry.name);
      if (!files.has(file.slice(project.length + 1))) await rm(file);
    }
  }
  for (const [path, content] of files) {
    const file = join(project, path);
    const before = await readFile(file).catch(() => undefined);
    if (before?.equals(content)) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  if (lock === undefined || locked === undefined) return;
  await writeFile(join(project, lock), locked, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}
