import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Removes an unpacked package, including its read-only folders. Does nothing if it is missing. */
export async function removeUnpacked(dir: string): Promise<void> {
  await openUp(dir);
  await rm(dir, { recursive: true, force: true });
}

async function openUp(dir: string): Promise<void> {
  if (!(await exists(dir))) return;
  await chmod(dir, 0o755);
  for (const child of await readdir(dir, { withFileTypes: true })) {
    if (child.isDirectory()) await openUp(join(dir, child.name));
  }
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
