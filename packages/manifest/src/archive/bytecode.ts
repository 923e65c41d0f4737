import { createHash } from "node:crypto";
import { chmod, link, lstat, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import type { ListedFile } from "../files/list-line.ts";
import { byPath } from "../files/pack-entry.ts";
import { forEach } from "../stored/names.ts";
import { exists, removeUnpacked } from "./unpacked.ts";

const folder = "__pycache__";
const together = 16;

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
 * Adds bytecode to an unpacked package, which has none. Equal bytecode of several packages is one file with several names,
 * of which `shared` has one.
 *
 * @param compiled has `a/b.<tag>.pyc` for `a/b.py` of the package; whatever else it contains is ignored
 * @returns what was added
 */
export async function addBytecode(compiled: string, dir: string, shared: string): Promise<ListedFile[]> {
  await mkdir(shared, { recursive: true, mode: 0o700 });
  const added: ListedFile[] = [];
  await addIn({ compiled, dir, shared, added }, "");
  return added.sort(byPath);
}

interface Adding {
  compiled: string;
  dir: string;
  shared: string;
  added: ListedFile[];
}

async function addIn(adding: Adding, at: string): Promise<void> {
  const { compiled, dir, shared, added } = adding;
  const children = await readdir(join(compiled, at), { withFileTypes: true });
  const names: string[] = [];
  for (const { name } of children.filter((child) => child.isFile())) {
    const source = name.match(/^(.+)\.[\w-]+\.pyc$/)?.[1];
    // A file with several names may belong to another user.
    if (source === undefined || (await lstat(join(compiled, at, name))).nlink !== 1) continue;
    if (await exists(join(dir, at, `${source}.py`))) names.push(name);
  }
  if (names.length > 0)
    await writable(join(dir, at), async () => {
      await mkdir(join(dir, at, folder));
      await forEach(names, together, async (name) => {
        const path = posix.join(at, folder, name);
        const { bytes, sha256 } = await place(join(compiled, at, name), join(dir, path), shared);
        added.push({ path, executable: false, bytes, sha256 });
      });
      await chmod(join(dir, at, folder), 0o555);
    });
  for (const { name } of children.filter((child) => child.isDirectory())) {
    const below = posix.join(at, name);
    const found = await lstat(join(dir, below)).catch(() => undefined);
    if (found?.isDirectory()) await addIn(adding, below);
  }
}

/** Makes `path` a file with this content: another name of the shared one, if there is one. */
async function place(from: string, path: string, shared: string): Promise<{ bytes: number; sha256: string }> {
  const content = await readFile(from);
  const sha256 = digestOf(content);
  const other = join(shared, sha256);
  const found = { bytes: content.length, sha256 };
  const known = await readFile(other).catch(() => undefined);
  if (known && digestOf(known) === sha256) {
    const isLinked = await link(other, path).then(
      () => true,
      () => false,
    );
    if (isLinked) return found;
  }
  await writeFile(path, content, { flag: "wx" });
  await chmod(path, 0o444);
  // Without it, the next package has a copy of its own.
  if (known) await rm(other, { force: true });
  await link(path, other).catch(() => undefined);
  return found;
}

const digestOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");

/** Removes shared bytecode that no package has any more. */
export async function removeUnsharedBytecode(shared: string): Promise<void> {
  const names = await readdir(shared).catch(() => []);
  await forEach(names, together, async (name) => {
    const stats = await lstat(join(shared, name)).catch(() => undefined);
    if (stats?.nlink === 1) await rm(join(shared, name), { force: true });
  });
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
