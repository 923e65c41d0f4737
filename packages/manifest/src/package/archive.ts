import { type Unpacked, unpackArchive } from "../archive/unpack.ts";
import { removeUnpacked } from "../archive/unpacked.ts";
import type { PackageLimits } from "../limits.ts";
import { PackageError } from "../problems/package-error.ts";
import { hasErrors } from "../problems/problem.ts";
import { type CheckedPackage, checkPackage, type PackageRules } from "./check.ts";

/**
 * Result of checking an archive. If it could be unpacked, `contentSha256` is set, and `unpackedBytes`, which is what its
 * files use on the disk, approximately.
 */
export type CheckedArchive = CheckedPackage & { contentSha256?: string; unpackedBytes?: number };

/**
 * Unpacks an uploaded archive into `dir`, which must not exist, and checks the folder. Everything wrong with the archive,
 * including deliberate attacks, is reported in `problems`; `dir` is then removed.
 * @throws {Error} the system error, if the archive cannot be read or `dir` cannot be written
 */
export async function checkArchive(
  archivePath: string,
  dir: string,
  options: PackageRules & { limits?: Partial<PackageLimits> } = {},
): Promise<CheckedArchive> {
  let unpacked: Unpacked;
  try {
    unpacked = await unpackArchive(archivePath, dir, options);
  } catch (error) {
    if (error instanceof PackageError) return { problems: error.problems };
    throw error;
  }
  let valid = false;
  try {
    const checked = await checkPackage(unpacked.entries, options);
    valid = !hasErrors(checked.problems);
    return { ...checked, contentSha256: unpacked.contentSha256, unpackedBytes: unpacked.bytes };
  } finally {
    if (!valid) await removeUnpacked(dir);
  }
}
