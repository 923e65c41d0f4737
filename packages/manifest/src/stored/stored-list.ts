import { chmod, copyFile, open, rename, rm } from "node:fs/promises";
import { isBytecode } from "../archive/bytecode.ts";
import { isElf, magicBytes } from "../binaries/binary.ts";
import { readFileList } from "../files/file-list.ts";
import type { ListedFile } from "../files/list-line.ts";
import { showPath } from "../files/path-rules.ts";
import { acceptedLimits, type PackageLimits } from "../limits.ts";
import { type CheckedPackage, checkPackage, type PackageRules } from "../package/check.ts";
import { PackageError } from "../problems/package-error.ts";
import type { Problem } from "../problems/problem.ts";
import { contentFile, diskBytes, forEach, inParts, sizeOfFile } from "./names.ts";
import { sha256OfFile } from "./publish.ts";

/** A list as uploaded: what it is of, or what is wrong with it. */
export type ReadList =
  | { problems: Problem[] }
  | {
      problems?: undefined;
      contentSha256: string;
      /** Size of all files, in bytes. */
      bytes: number;
      /** The different contents that a package of this list needs, as JSON texts of SHA-256s. */
      contents: string[];
    };

/**
 * Reads a list and returns the contents that its package needs. Bytecode, which is not unpacked, is not among them.
 *
 * @throws {Error} the system error, if the list cannot be read
 */
export async function readList(
  listPath: string,
  options: { limits?: Partial<PackageLimits> } = {},
): Promise<ReadList> {
  try {
    const { files, contentSha256, bytes } = await readFileList(listPath, options);
    const needed = new Set(files.filter(({ path }) => !isBytecode(path)).map(({ sha256 }) => sha256));
    return { contentSha256, bytes, contents: inParts(needed) };
  } catch (error) {
    if (error instanceof PackageError) return { problems: error.problems };
    throw error;
  }
}

/** Returns the files of a stored list, or `undefined` if it is missing or damaged. */
export async function readStoredList({
  path,
  sha256,
}: {
  path: string;
  sha256: string;
}): Promise<ListedFile[] | undefined> {
  const list = await readFileList(path, { limits: acceptedLimits }).catch((error: unknown) => {
    if (error instanceof PackageError || (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  });
  return list?.contentSha256 === sha256 ? list.files : undefined;
}

/**
 * Result of checking a list. `contents` are the contents with what they use on the disk, as JSON texts of
 * `[sha256, bytes]`; `absent` those that the store does not have any more, and nothing else is checked then.
 */
export type CheckedList = CheckedPackage & { absent: string[]; contents: string[]; unpackedBytes: number };

const together = 16;

/**
 * Checks the package of a list whose contents are in the store.
 *
 * @param options.missing contents that need not be looked for: if there are any, only the presence of the others is checked
 * @throws {Error} the system error, if something cannot be read or written
 */
export async function checkStoredList(
  listPath: string,
  filesDir: string,
  options: PackageRules & { limits?: Partial<PackageLimits>; missing?: string[] },
): Promise<CheckedList> {
  const missing = new Set(options.missing);
  const { files } = await readFileList(listPath, options);
  const needed = files.filter(({ path }) => !isBytecode(path));
  const absent = new Set<string>();
  const wrong: Problem[] = [];
  const places = new Map<string, Place>();
  const looked = new Set<string>();
  await forEach(needed, together, async (file) => {
    const key = `${keyOf(file)} ${file.bytes}`;
    if (looked.has(key) || missing.has(file.sha256)) return;
    looked.add(key);
    const place = await placeOf(filesDir, file);
    if (place?.bytes === file.bytes) places.set(keyOf(file), place);
    else if (place && (await sha256OfFile(place.path)) === file.sha256) wrong.push(wrongSize(file));
    else absent.add(file.sha256);
  });
  const none = { absent: [...absent], contents: [], unpackedBytes: 0 };
  if (wrong.length + absent.size + missing.size > 0) return { ...none, problems: wrong };
  // One after the other: two paths may need the same file.
  for (const file of needed) {
    const place = places.get(keyOf(file))!;
    if (place.executable !== file.executable) places.set(keyOf(file), await provide(filesDir, file, place));
  }
  const entries = needed.map((file) => ({ ...file, from: places.get(keyOf(file))!.path }));
  const sizes = new Map<string, Map<string, number>>();
  for (const { sha256, from, bytes } of entries) {
    const used = sizes.get(sha256) ?? new Map<string, number>();
    sizes.set(sha256, used.set(from, diskBytes(bytes)));
  }
  const stored = [...sizes].map(([sha256, used]) => [sha256, sum(used.values())] as const);
  return {
    ...(await checkPackage(
      entries.map(({ path, from, bytes }) => ({ path, from, bytes })),
      options,
    )),
    absent: [],
    contents: inParts(stored),
    unpackedBytes: sum(stored.map(([, bytes]) => bytes)),
  };
}

/** A file of the store. */
type Place = { path: string; bytes: number; executable: boolean };

const keyOf = ({ sha256, executable }: ListedFile) => `${sha256} ${executable}`;

/** Returns the file of a content with the mode that a package needs, or else with the other; `undefined` if there is none. */
async function placeOf(filesDir: string, { sha256, executable }: ListedFile): Promise<Place | undefined> {
  for (const mode of [executable, !executable]) {
    const path = contentFile(filesDir, sha256, mode);
    const bytes = await sizeOfFile(path);
    if (bytes !== undefined) return { path, bytes, executable: mode };
  }
  return undefined;
}

/**
 * Makes the file that a package needs, if the store has the content only with the other mode. Native binaries are always
 * executable.
 */
async function provide(filesDir: string, file: ListedFile, other: Place): Promise<Place> {
  const { sha256, executable, bytes } = file;
  const wanted = { path: contentFile(filesDir, sha256, executable), bytes, executable };
  if ((await sizeOfFile(wanted.path)) !== undefined) return wanted;
  if (!executable && (await isNative(other.path))) return other;
  const fresh = `${wanted.path}.partial`;
  await rm(fresh, { force: true });
  await copyFile(other.path, fresh);
  await chmod(fresh, executable ? 0o555 : 0o444);
  const handle = await open(fresh, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, wanted.path);
  return wanted;
}

async function isNative(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(magicBytes), 0, magicBytes, 0);
    return isElf(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0);

const wrongSize = ({ path, sha256, bytes }: ListedFile): Problem => ({
  code: "list.wrong_size",
  file: path,
  message: `The list gives ${showPath(path)} ${bytes} bytes, but the content ${sha256} has another size.`,
  next: "Make the list again from the files.",
  severity: "error",
});
