import { isBytecode } from "../archive/bytecode.ts";
import { readFileList } from "../files/file-list.ts";
import type { ListedFile } from "../files/list-line.ts";
import type { PackEntry } from "../files/pack-entry.ts";
import { showPath } from "../files/path-rules.ts";
import { acceptedLimits, type PackageLimits } from "../limits.ts";
import { type CheckedPackage, checkPackage, type PackageRules } from "../package/check.ts";
import { PackageError } from "../problems/package-error.ts";
import type { Problem } from "../problems/problem.ts";
import { Contents } from "./contents.ts";
import { inParts } from "./names.ts";

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

/**
 * Checks the package of a list whose contents are in the store.
 *
 * @param listPath beside it, copies of contents that are needed with another mode are written
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
  const copy = `${listPath}.copy`;
  const store = new Contents(filesDir, copy);
  const absent = new Set<string>();
  const wrong: Problem[] = [];
  for (const file of needed) {
    if (missing.has(file.sha256)) continue;
    const size = store.sizeOf(file.sha256);
    if (size === file.bytes) continue;
    if (size !== undefined && (await store.isWhole(file.sha256))) wrong.push(wrongSize(file));
    else absent.add(file.sha256);
  }
  const none = { absent: [...absent], contents: [], unpackedBytes: 0 };
  if (wrong.length + absent.size + missing.size > 0) return { ...none, problems: wrong };
  try {
    return await checkPresent(needed, store, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    // The last version that had them was deleted meanwhile.
    const now = new Contents(filesDir, copy);
    const removed = [...new Set(needed.map(({ sha256 }) => sha256))].filter(
      (sha256) => now.sizeOf(sha256) === undefined,
    );
    if (removed.length === 0) throw error;
    return { ...none, problems: [], absent: removed };
  }
}

/** Checks a package whose contents were all in the store. */
async function checkPresent(
  needed: ListedFile[],
  store: Contents,
  options: PackageRules,
): Promise<CheckedList> {
  const entries: PackEntry[] = [];
  const stored = new Map<string, number>();
  for (const file of needed) {
    const { path, bytes, sha256 } = file;
    entries.push({ path, bytes, from: await store.provide(file) });
    stored.set(sha256, Math.max(stored.get(sha256) ?? 0, await store.diskBytes(file)));
  }
  return {
    ...(await checkPackage(entries, options)),
    absent: [],
    contents: inParts(stored),
    unpackedBytes: sum(stored.values()),
  };
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0);

const wrongSize = ({ path, sha256, bytes }: ListedFile): Problem => ({
  code: "list.wrong_size",
  file: path,
  message: `The list gives ${showPath(path)} ${bytes} bytes, but the content ${sha256} has another size.`,
  next: "Make the list again from the files.",
  severity: "error",
});
