import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Files removed at the same time: `rm` would begin with all of a package at once, and hold up everything else. */
const together = 32;

/** Removes an unpacked package, including its read-only folders. Does nothing if it is missing. */
export async function removeUnpacked(dir: string): Promise<void> {
  if (!(await exists(dir))) return;
  await chmod(dir, 0o755);
  const children = await readdir(dir, { withFileTypes: true });
  for (const child of children) if (child.isDirectory()) await removeUnpacked(join(dir, child.name));
  const files = children.filter((child) => !child.isDirectory()).map(({ name }) => join(dir, name));
  for (let at = 0; at < files.length; at += together)
    await Promise.all(files.slice(at, at + together).map((file) => rm(file, { force: true })));
  await rm(dir, { recursive: true, force: true });
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
