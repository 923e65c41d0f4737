import { removeUnpacked } from "../archive/unpacked.ts";
import type { PackageLimits } from "../limits.ts";
import { PackageError } from "../problems/package-error.ts";
import { hasErrors } from "../problems/problem.ts";
import { syncContents } from "../stored/publish.ts";
import { type UnpackedContents, unpackContents } from "../stored/unpack-contents.ts";
import { type CheckedPackage, checkPackage, type PackageRules } from "./check.ts";

/**
 * Result of checking an archive. If it could be unpacked, `contentSha256` is set, `unpackedBytes`, which is what its
 * contents use on the disk, approximately, and `contents`, which says it of each as JSON texts of `[sha256, bytes]`.
 */
export type CheckedArchive = CheckedPackage & {
  contentSha256?: string;
  unpackedBytes?: number;
  contents?: string[];
};

/**
 * Unpacks the contents of an uploaded archive into `dir`, which must not exist, and checks them. Everything wrong with the
 * archive, including deliberate attacks, is reported in `problems`; `dir` is then removed.
 * @throws {Error} the system error, if the archive cannot be read or `dir` cannot be written
 */
export async function checkArchive(
  archivePath: string,
  dir: string,
  options: PackageRules & { limits?: Partial<PackageLimits> } = {},
): Promise<CheckedArchive> {
  let unpacked: UnpackedContents;
  try {
    unpacked = await unpackContents(archivePath, dir, options);
  } catch (error) {
    if (error instanceof PackageError) return { problems: error.problems };
    throw error;
  }
  let valid = false;
  try {
    const { entries, contentSha256, bytes, contents } = unpacked;
    const checked = await checkPackage(entries, options);
    valid = !hasErrors(checked.problems);
    if (valid) await syncContents(dir);
    return { ...checked, contentSha256, unpackedBytes: bytes, contents };
  } finally {
    if (!valid) await removeUnpacked(dir);
  }
}
