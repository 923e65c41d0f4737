import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { Readable, Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Pack, pack as tarPack } from "tar-stream";
import { ContentDigest } from "../files/content-digest.ts";
import { byPath, entryBytes, type PackEntry } from "../files/pack-entry.ts";
import { PathSet, pathFault, showPath } from "../files/path-rules.ts";
import { type PackageLimits, packageLimits } from "../limits.ts";
import type { ProblemCode } from "../problems/codes.ts";
import { PackageError } from "../problems/package-error.ts";
import { hasErrors, type Problem } from "../problems/problem.ts";

/** A written archive. */
export type Packed = {
  path: string;
  /** SHA-256 of the archive, in hex. */
  sha256: string;
  /** SHA-256 of the contents, in hex. It does not depend on the compression. */
  contentSha256: string;
  files: PackedFile[];
  /** Size of the archive, in bytes. */
  bytes: number;
  /** Size of all files together, in bytes. */
  unpackedBytes: number;
};

export type PackedFile = { path: string; bytes: number; executable: boolean };

/**
 * Writes a reproducible `.tar.gz`: it depends only on the paths, contents and executable flags, not on order, times,
 * owners or umask. Nothing is left at `archivePath` if it fails.
 * @throws {PackageError} if a path is invalid, a limit is exceeded, or a file changes meanwhile
 */
export async function packFiles(
  entries: readonly PackEntry[],
  archivePath: string,
  limits: Partial<PackageLimits> = {},
): Promise<Packed> {
  const bounds = { ...packageLimits, ...limits };
  const sorted = [...entries].sort(byPath);
  const problems = checkEntries(sorted, bounds);
  if (hasErrors(problems)) throw new PackageError(problems);
  const partial = `${archivePath}.partial`;
  try {
    const sha256 = createHash("sha256");
    const content = new ContentDigest();
    // Reproducible: the level is fixed, and Node writes no name or time into the gzip header.
    const gzip = createGzip({ level: 6 });
    const tar = tarPack();
    const written = pipeline(tar, gzip, new Hashing(sha256), createWriteStream(partial));
    await Promise.all([written, addAll(tar, sorted, content)]);
    const bytes = (await stat(partial)).size;
    const fault = checkSizes(bytes, sumOf(sorted), bounds);
    if (fault !== undefined) throw new PackageError([fault]);
    await rename(partial, archivePath);
    const files = sorted.map((entry) => ({
      path: entry.path,
      bytes: entryBytes(entry),
      executable: entry.executable === true,
    }));
    return {
      path: archivePath,
      sha256: sha256.digest("hex"),
      contentSha256: content.hex(),
      files,
      bytes,
      unpackedBytes: sumOf(sorted),
    };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function addAll(tar: Pack, entries: readonly PackEntry[], content: ContentDigest): Promise<void> {
  try {
    for (const entry of entries) await addOne(tar, entry, content);
    tar.finalize();
  } catch (error) {
    tar.destroy(error as Error);
    throw error;
  }
}

async function addOne(tar: Pack, entry: PackEntry, content: ContentDigest): Promise<void> {
  const size = entryBytes(entry);
  const executable = entry.executable === true;
  const header = {
    name: entry.path,
    size,
    mode: executable ? 0o755 : 0o644,
    mtime: new Date(0),
    uid: 0,
    gid: 0,
  };
  const hash = createHash("sha256");
  const sink = tar.entry({ ...header, type: "file" });
  const source = "from" in entry ? createReadStream(entry.from) : Readable.from(slices(entry.content));
  try {
    await pipeline(source, new Hashing(hash), sink);
  } catch (error) {
    if ((error as Error).message !== "Size mismatch") throw error;
    throw new PackageError([changed(entry.path)]);
  }
  content.add(entry.path, executable, size, hash.digest());
}

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** Checks paths, file count and unpacked size. The compressed size is checked after packing. */
export function checkEntries(entries: readonly PackEntry[], limits: PackageLimits): Problem[] {
  const problems: Problem[] = [];
  const paths = new PathSet();
  for (const entry of entries) {
    const fault = pathFault(entry.path, limits) ?? paths.add(entry.path);
    if (fault === undefined) continue;
    problems.push({
      ...fault,
      file: entry.path,
      next: "Rename or remove the file.",
      severity: "error",
    });
  }
  if (entries.length > limits.files) {
    const message = `The package has ${entries.length} files; at most ${limits.files} are allowed.`;
    problems.push(ofArchive("archive.too_many_files", message));
  }
  if (paths.folders > limits.files) {
    const message = `The files are in ${paths.folders} folders; at most ${limits.files} are allowed.`;
    problems.push(ofArchive("archive.too_many_files", message));
  }
  const bytes = sumOf(entries);
  if (bytes > limits.unpackedBytes) {
    const message = `The files have ${bytes} bytes in total; at most ${limits.unpackedBytes} are allowed.`;
    problems.push(ofArchive("archive.too_large", message));
  }
  return problems;
}

/** Checks the size of a packed archive. */
export function checkArchiveBytes(bytes: number, limits: PackageLimits): Problem | undefined {
  if (bytes <= limits.compressedBytes) return undefined;
  const message = `The archive has ${bytes} bytes; at most ${limits.compressedBytes} are allowed.`;
  return ofArchive("archive.too_large", message);
}

function checkSizes(compressed: number, unpacked: number, limits: PackageLimits): Problem | undefined {
  const fault = checkArchiveBytes(compressed, limits);
  if (fault) return fault;
  if (exceedsRatio(compressed, unpacked, limits)) {
    const message = `The files compress to less than 1/${limits.ratio} of their size, which the platform rejects as a possible attack.`;
    return ofArchive("archive.ratio", message);
  }
  return undefined;
}

/** The ratio is not limited below this many unpacked bytes, which cannot do harm. */
const ratioFloor = 1024 * 1024;

/** Returns true if the ratio of unpacked to compressed bytes exceeds the limit. */
export function exceedsRatio(
  compressed: number,
  unpacked: number,
  limits: Pick<PackageLimits, "ratio">,
): boolean {
  return unpacked > ratioFloor && unpacked > compressed * limits.ratio;
}

function ofArchive(code: ProblemCode, message: string): Problem {
  const next =
    "Leave out what the bot does not need with .platformignore, which also applies to dependencies: vendor/**/tests/";
  return { code, file: ".", message, next, severity: "error" };
}

function changed(path: string): Problem {
  const message = `${showPath(path)} changed while it was being packed.`;
  return { code: "pack.file_changed", file: path, message, next: "Pack again.", severity: "error" };
}

function sumOf(entries: readonly PackEntry[]): number {
  return entries.reduce((sum, entry) => sum + entryBytes(entry), 0);
}

/** Passes data through and updates a hash with it. */
class Hashing extends Transform {
  readonly #hash: Hash;
  constructor(hash: Hash) {
    super();
    this.#hash = hash;
  }
  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk);
    done(null, chunk);
  }
}
