import { constants } from "node:fs";
import { chmod, copyFile, lstat, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { exists, removeUnpacked } from "./unpacked.ts";

const folder = "__pycache__";

/**
 * Whether a path of a package is in a folder for Python's bytecode. What an archive has there is not unpacked: Python
 * would run it instead of the source. The platform compiles the source itself.
 */
export function isBytecode(path: string): boolean {
  return path.split("/").includes(folder);
}

/** Removes all bytecode from an unpacked package. */
export async function removeBytecode(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    if (entry.name !== folder) await removeBytecode(join(dir, entry.name));
    else await writable(dir, () => removeUnpacked(join(dir, folder)));
  }
}

/**
 * Adds bytecode to an unpacked package, which has none.
 *
 * @param compiled has `a/b.<tag>.pyc` for `a/b.py` of the package; whatever else it contains is ignored
 */
export async function addBytecode(compiled: string, dir: string): Promise<void> {
  const children = await readdir(compiled, { withFileTypes: true });
  const files: string[] = [];
  for (const { name } of children.filter((child) => child.isFile())) {
    const source = name.match(/^(.+)\.[\w-]+\.pyc$/)?.[1];
    // A file with several names may belong to another user.
    if (source === undefined || (await lstat(join(compiled, name))).nlink !== 1) continue;
    if (await exists(join(dir, `${source}.py`))) files.push(name);
  }
  if (files.length > 0) await writable(dir, () => copyAll(files, compiled, join(dir, folder)));
  for (const { name } of children.filter((child) => child.isDirectory())) {
    const below = await lstat(join(dir, name)).catch(() => undefined);
    if (below?.isDirectory()) await addBytecode(join(compiled, name), join(dir, name));
  }
}

async function copyAll(names: string[], from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of names) {
    await copyFile(join(from, name), join(to, name), constants.COPYFILE_EXCL);
    await chmod(join(to, name), 0o444);
  }
  await chmod(to, 0o555);
}

/** Folders of unpacked packages are read-only. */
async function writable(dir: string, work: () => Promise<void>): Promise<void> {
  await chmod(dir, 0o755);
  try {
    await work();
  } finally {
    await chmod(dir, 0o555);
  }
}
