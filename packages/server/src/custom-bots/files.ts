import { mkdir, open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Path of the stored archive of a package. */
export const packageFile = (dataDir: string, sha256: string) => join(dataDir, "packages", `${sha256}.tar.gz`);
/** Folder for uploads in progress. */
export const uploadsDir = (dataDir: string) => join(dataDir, "uploads");

/** Moves a file so that it is complete in its new place even after a power failure. */
export async function settle(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await sync(from);
  await rename(from, to);
  await sync(dirname(to));
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
