import { createHash } from "node:crypto";
import { chmod, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { isElf, magicBytes } from "../binaries/binary.ts";
import { ContentDigest } from "../files/content-digest.ts";
import { byPath, type PackEntry } from "../files/pack-entry.ts";
import { type PackageLimits, packageLimits } from "../limits.ts";
import { PackageError } from "../problems/package-error.ts";
import type { Problem } from "../problems/problem.ts";
import { isBytecode } from "./bytecode.ts";
import { ArchiveFault, archiveProblem } from "./fault.ts";
import { type ArchivedFile, readArchive } from "./reader.ts";
import { removeUnpacked } from "./unpacked.ts";

/** The files of an unpacked archive, sorted by path, the digest of their contents as packed, and their use of the disk. */
export type Unpacked = { entries: PackEntry[]; contentSha256: string; bytes: number };

/** Size of the units in which file systems give space to files. */
const blockBytes = 4096;

const listedProblems = 100;

/**
 * Unpacks an archive into `dir`, which must not exist; if that fails, removes `dir`. Modes: files 0444, executables and
 * native binaries 0555, folders 0555. Limits are checked while unpacking. Contains no links, since archives with links
 * are rejected, and no bytecode of the archive.
 * @throws {PackageError} with all invalid paths and the fault that ended reading, if the archive is rejected
 * @throws {Error} the system error, if the archive cannot be read or `dir` cannot be written
 */
export async function unpackArchive(
  archivePath: string,
  dir: string,
  options: { limits?: Partial<PackageLimits> } = {},
): Promise<Unpacked> {
  const limits = { ...packageLimits, ...options.limits };
  await mkdir(dir, { mode: 0o700 });
  const problems: Problem[] = [];
  try {
    const folders = new Set<string>([""]);
    const entries: PackEntry[] = [];
    const digest = new ContentDigest();
    let bytes = 0;
    for await (const file of readArchive(archivePath, limits, (fault) => {
      if (problems.length < listedProblems) problems.push(archiveProblem(fault, fault.path));
    })) {
      // Of a rejected archive only the other paths are still of interest.
      if (problems.length > 0) continue;
      if (isBytecode(file.path)) {
        digest.add(file.path, file.executable, file.bytes, await hashOf(file));
        continue;
      }
      await makeFolders(dir, file.path, folders);
      const from = join(dir, file.path);
      digest.add(file.path, file.executable, file.bytes, await writeFile(from, file));
      entries.push({ path: file.path, from, bytes: file.bytes });
      bytes += Math.max(1, Math.ceil(file.bytes / blockBytes)) * blockBytes;
    }
    if (problems.length > 0) throw new PackageError(problems);
    // Deepest first, while the folders above are still writable.
    for (const folder of [...folders].sort().reverse()) await chmod(join(dir, folder), 0o555);
    return { entries: entries.sort(byPath), contentSha256: digest.hex(), bytes };
  } catch (error) {
    await removeUnpacked(dir);
    throw error instanceof ArchiveFault ? new PackageError([...problems, archiveProblem(error)]) : error;
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

async function hashOf({ body }: ArchivedFile): Promise<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of body) hash.update(chunk);
  return hash.digest();
}

/** Writes a file and returns its SHA-256. */
async function writeFile(path: string, file: ArchivedFile): Promise<Buffer> {
  // "wx" fails if the path exists, and so never writes through a link.
  const target = await open(path, "wx", 0o600);
  const hash = createHash("sha256");
  try {
    let start = Buffer.alloc(0);
    for await (const chunk of file.body) {
      if (start.length < magicBytes) start = Buffer.concat([start, chunk.subarray(0, magicBytes)]);
      hash.update(chunk);
      await target.writeFile(chunk);
    }
    await target.chmod(file.executable || isElf(start) ? 0o555 : 0o444);
    return hash.digest();
  } finally {
    await target.close();
  }
}
