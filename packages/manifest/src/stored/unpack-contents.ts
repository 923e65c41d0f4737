import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isBytecode } from "../archive/bytecode.ts";
import { ArchiveFault, archiveProblem } from "../archive/fault.ts";
import { type ArchivedFile, readArchive } from "../archive/reader.ts";
import { removeUnpacked } from "../archive/unpacked.ts";
import { ContentDigest } from "../files/content-digest.ts";
import { byPath, type PackEntry } from "../files/pack-entry.ts";
import { acceptedLimits, type PackageLimits, packageLimits } from "../limits.ts";
import { PackageError } from "../problems/package-error.ts";
import type { Problem } from "../problems/problem.ts";
import { ContentWriter } from "./content-writer.ts";
import { inParts, listName } from "./names.ts";
import { syncContents } from "./publish.ts";

/**
 * Unpacks an archive that was accepted before, as {@link unpackContents} does, and makes the contents survive a power
 * failure. Limits of today do not hold.
 *
 * @returns the contents, or what is wrong with the archive as a text
 * @throws {Error} the system error, if the archive cannot be read or `dir` cannot be written
 */
export async function unpackAccepted(
  archivePath: string,
  dir: string,
): Promise<Pick<UnpackedContents, "contentSha256" | "contents"> | { fault: string }> {
  try {
    const { contentSha256, contents } = await unpackContents(archivePath, dir, { limits: acceptedLimits });
    await syncContents(dir);
    return { contentSha256, contents };
  } catch (error) {
    if (error instanceof PackageError) return { fault: error.message };
    throw error;
  }
}

/** The contents of an unpacked archive. */
export type UnpackedContents = {
  /** The files, sorted by path; those with the same content share a file on the disk. */
  entries: PackEntry[];
  /** SHA-256 of the list of all files, in hex. */
  contentSha256: string;
  /** The contents with what they use on the disk, as JSON texts of `[sha256, bytes]`. */
  contents: string[];
  /** What all contents use on the disk. */
  bytes: number;
};

const listedProblems = 100;

/**
 * Unpacks the contents of an archive into `dir`, which must not exist, and writes the list of its files beside them; if
 * that fails, removes `dir`. Limits are checked while unpacking. Bytecode of the archive is listed, and not unpacked.
 *
 * @throws {PackageError} with all invalid paths and the fault that ended reading, if the archive is rejected
 * @throws {Error} the system error, if the archive cannot be read or `dir` cannot be written
 */
export async function unpackContents(
  archivePath: string,
  dir: string,
  options: { limits?: Partial<PackageLimits> } = {},
): Promise<UnpackedContents> {
  const limits = { ...packageLimits, ...options.limits };
  await mkdir(dir, { mode: 0o700 });
  const problems: Problem[] = [];
  try {
    const writer = new ContentWriter(dir);
    const entries: PackEntry[] = [];
    const digest = new ContentDigest();
    for await (const file of readArchive(archivePath, limits, (fault) => {
      if (problems.length < listedProblems) problems.push(archiveProblem(fault, fault.path));
    })) {
      // Of a rejected archive only the other paths are still of interest.
      if (problems.length > 0) continue;
      const { path, bytes, executable } = file;
      if (isBytecode(path)) {
        digest.add(path, executable, bytes, await hashOf(file));
        continue;
      }
      const { sha256, from } = await writer.write(file.body, executable);
      digest.add(path, executable, bytes, Buffer.from(sha256, "hex"));
      entries.push({ path, from, bytes });
    }
    if (problems.length > 0) throw new PackageError(problems);
    await writeFile(join(dir, listName), digest.text(), { flag: "wx", mode: 0o400 });
    const sizes = writer.sizes();
    return {
      entries: entries.sort(byPath),
      contentSha256: digest.hex(),
      contents: inParts(sizes),
      bytes: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0),
    };
  } catch (error) {
    await removeUnpacked(dir);
    throw error instanceof ArchiveFault ? new PackageError([...problems, archiveProblem(error)]) : error;
  }
}

async function hashOf({ body }: ArchivedFile): Promise<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of body) hash.update(chunk);
  return hash.digest();
}
