import { mkdir, open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Where the archive of a package lies for good. */
export const packageFile = (dataDir: string, sha256: string) => join(dataDir, "packages", `${sha256}.tar.gz`);
/** Where uploads under way are written. */
export const uploadsDir = (dataDir: string) => join(dataDir, "uploads");

/** Moves a file to its lasting place so that it is there, whole, after a loss of power too. */
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
