import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { ArchiveFault, archiveProblem } from "./archive-fault.ts";
import { type ArchivedFile, readArchive } from "./archive-reader.ts";
import { isElf } from "./binary.ts";
import { type PackageLimits, packageLimits } from "./limits.ts";
import { PackageError } from "./package-error.ts";
import type { PathProblem } from "./path-rules.ts";
import { exists, removeUnpacked } from "./unpacked.ts";

/**
 * Unpacks an archive into `dir`, which must not exist. Unpacks into a temporary folder beside it and renames that, so
 * that `dir` is complete or missing. Modes: files 0444, executables and native binaries 0555, folders 0555.
 * @throws {PackageError} with the first fault, if the archive is rejected
 * @throws {Error} if `dir` exists, or the system error, if it cannot be written
 */
export async function unpackArchive(
  archivePath: string,
  dir: string,
  options: { limits?: Partial<PackageLimits> } = {},
): Promise<void> {
  if (await exists(dir)) throw new Error(`${dir} already exists; a package is unpacked into a new folder.`);
  const limits = { ...packageLimits, ...options.limits };
  const fresh = `${dir}.partial-${randomBytes(6).toString("hex")}`;
  await mkdir(fresh, { mode: 0o700 });
  try {
    const folders = new Set<string>([""]);
    const refuse = (fault: PathProblem): never => {
      throw new ArchiveFault(fault.code, fault.message);
    };
    for await (const file of readArchive(archivePath, limits, refuse)) {
      await makeFolders(fresh, file.path, folders);
      await writeFile(join(fresh, file.path), file);
    }
    // Deepest first, while the folders above are still writable.
    for (const folder of [...folders].sort().reverse()) await chmod(join(fresh, folder), 0o555);
    await rename(fresh, dir);
  } catch (error) {
    await removeUnpacked(fresh);
    throw error instanceof ArchiveFault ? new PackageError([archiveProblem(error)]) : error;
  }
}

async function makeFolders(root: string, path: string, made: Set<string>): Promise<void> {
  const parts = path.split("/").slice(0, -1);
  for (const index of parts.keys()) {
    const folder = parts.slice(0, index + 1).join("/");
    if (made.has(folder)) continue;
    await mkdir(join(root, folder), { mode: 0o755 });
    made.add(folder);
  }
}

async function writeFile(path: string, file: ArchivedFile): Promise<void> {
  // "wx" fails if the path exists, and so never writes through a link.
  const target = await open(path, "wx", 0o600);
  try {
    let executable = file.executable;
    let first = true;
    for await (const chunk of file.body) {
      if (first) executable ||= isElf(chunk);
      first = false;
      await writeAll(target, chunk);
    }
    await target.chmod(executable ? 0o555 : 0o444);
  } finally {
    await target.close();
  }
}

async function writeAll(
  target: { write(bytes: Uint8Array): Promise<{ bytesWritten: number }> },
  chunk: Buffer,
) {
  for (let at = 0; at < chunk.length; ) at += (await target.write(chunk.subarray(at))).bytesWritten;
}
