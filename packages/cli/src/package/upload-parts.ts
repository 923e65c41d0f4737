import { rm } from "node:fs/promises";
import { join } from "node:path";
import { PackageError, type PackageLimits, packFiles } from "@botyard/manifest";
import { bytes as size } from "../output/times.ts";
import { listOf } from "./file-list.ts";
import { type HashedFile, hashOf } from "./hashed-files.ts";

/** The files of a part have this size together, unless it is one larger file: an interruption loses no more. */
const partBytes = 8 * 1024 * 1024;
/** Small files make a part, too. */
const partFiles = 2000;

/** A part of an upload: an archive of contents that are named by their digests. */
export interface Part {
  path: string;
  files: readonly HashedFile[];
  /** Size of the archive. */
  packedBytes: number;
  remove(): Promise<void>;
}

/** Divides files into parts. A platform that accepts only small uploads gets small parts. */
export function divide(
  files: readonly HashedFile[],
  { compressedBytes }: Pick<PackageLimits, "compressedBytes">,
): HashedFile[][] {
  const most = Math.min(partBytes, Math.floor(compressedBytes / 2));
  const parts: HashedFile[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const file of files) {
    // An entry of an archive takes a header.
    const bytes = file.bytes + 1024;
    if (used + bytes > most || parts.at(-1)!.length >= partFiles) {
      parts.push([]);
      used = 0;
    }
    parts.at(-1)!.push(file);
    used += bytes;
  }
  return parts;
}

/**
 * Packs a part into a folder.
 *
 * @throws {PackageError} `pack.file_changed` if a file is not as it was hashed; `archive.too_large` if the platform does
 * not accept a file of this size
 */
export async function packPart(
  files: readonly HashedFile[],
  place: string,
  limits: PackageLimits,
): Promise<Part> {
  const path = join(place, `${files[0]!.sha256}.tar.gz`);
  const entries = files.map(({ sha256, entry }) => ({ ...entry, path: sha256, executable: false }));
  const unlimited = { ...limits, ratio: Number.POSITIVE_INFINITY, compressedBytes: Number.POSITIVE_INFINITY };
  const packed = await packFiles(entries, path, unlimited).catch(async (error: unknown) => {
    // A file that was removed or has another size now; its real path is named.
    throw (await changedIn(files)) ?? error;
  });
  if (packed.contentSha256 !== digestOf(files))
    throw (await changedIn(files)) ?? new Error(`${path} is wrong.`);
  if (packed.bytes > limits.compressedBytes) throw tooLarge(files, packed.bytes, limits);
  return { path, files, packedBytes: packed.bytes, remove: () => rm(path, { force: true }) };
}

/** The digest that the contents of the archive have if no file has changed. */
function digestOf(files: readonly HashedFile[]): string {
  return listOf(files.map(({ bytes, sha256 }) => ({ path: sha256, executable: false, bytes, sha256 })))
    .sha256;
}

async function changedIn(files: readonly HashedFile[]): Promise<PackageError | undefined> {
  for (const { path, sha256, entry } of files) {
    const now = await hashOf(entry).catch(() => undefined);
    if (now === sha256) continue;
    const message = `${JSON.stringify(path)} changed while it was being uploaded.`;
    return new PackageError([
      { code: "pack.file_changed", file: path, message, next: "Deploy again.", severity: "error" },
    ]);
  }
  return undefined;
}

function tooLarge(
  files: readonly HashedFile[],
  bytes: number,
  { compressedBytes }: PackageLimits,
): PackageError {
  const { path } = files.toSorted((a, b) => b.bytes - a.bytes)[0]!;
  const message = `The file has ${bytes} bytes when it is compressed; the platform accepts at most ${compressedBytes} in one upload (${size(compressedBytes)}).`;
  const next =
    "Leave out what the bot does not need with .platformignore, which also applies to dependencies: vendor/**/tests/";
  return new PackageError([{ code: "archive.too_large", file: path, message, next, severity: "error" }]);
}
