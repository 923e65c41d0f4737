import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unpackTarball } from "../dependencies/tarball.ts";

/** The folder of the crate `botyard` in a project; `botyard-core` lies beside it. */
export const cratePath = "sdk/botyard";

/** Returns the version of the SDK's sources in a project; undefined if there are none. */
export async function crateVersion(project: string): Promise<string | undefined> {
  const manifest = await readFile(join(project, cratePath, "Cargo.toml"), "utf8").catch(() => "");
  return /^version = "([^"]+)"/m.exec(manifest)?.[1];
}

/**
 * Writes the sources of the SDK's crates to `sdk/` of a project and removes other files of the crates. Files that are the
 * same already keep their modification time, so that cargo builds nothing again. A project without a `Cargo.lock` gets
 * the versions of dependencies that the SDK is tested with.
 */
export async function placeCrates(archive: string, project: string): Promise<void> {
  const entries = await unpackTarball(archive, "sdk");
  const files = new Map(entries.map(({ path, ...rest }) => [path, (rest as { content: Buffer }).content]));
  const lock = files.get("sdk/Cargo.lock")!;
  files.delete("sdk/Cargo.lock");
  for (const crate of new Set([...files.keys()].map((path) => path.split("/")[1]!))) {
    const folder = join(project, "sdk", crate);
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
  await writeFile(join(project, "Cargo.lock"), lock, { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}
