import { mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes a file, or the names in a folder, survive a power failure. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Moves a file so that it is complete in its new place even after a power failure. Makes the folder. */
export async function settle(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await sync(from);
  await rename(from, to);
  await sync(dirname(to));
}
