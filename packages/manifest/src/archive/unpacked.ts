import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Files removed at the same time: `rm` would begin with all of a package at once, and hold up everything else. */
const together = 32;

/**
 * Removes an unpacked package, including its read-only folders. Follows no links. Does nothing if it is missing, or if
 * another removal is faster.
 */
export async function removeUnpacked(path: string): Promise<void> {
  try {
    if ((await lstat(path)).isDirectory()) await empty(path);
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

async function empty(dir: string): Promise<void> {
  await chmod(dir, 0o755);
  const children = await readdir(dir, { withFileTypes: true });
  for (const child of children) if (child.isDirectory()) await removeUnpacked(join(dir, child.name));
  const files = children.filter((child) => !child.isDirectory()).map(({ name }) => join(dir, name));
  for (let at = 0; at < files.length; at += together)
    await Promise.all(files.slice(at, at + together).map((file) => rm(file, { force: true })));
}

export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
}
