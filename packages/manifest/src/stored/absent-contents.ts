import { isBytecode } from "../archive/bytecode.ts";
import { contentFile, contentName, forEach, inParts, sizeOfFile } from "./names.ts";
import { readStoredList } from "./stored-list.ts";

/** A content that a store lacks: its SHA-256, whether a package needs it executable, and the path of a file that has it. */
export type AbsentContent = [sha256: string, executable: boolean, path: string];

const together = 16;

/**
 * Returns the contents of a package that a store does not have with the mode and the size that the package needs, as JSON
 * texts of {@link AbsentContent}s. Contents are not read.
 *
 * @param except SHA-256s that need not be looked for
 * @returns `undefined` if the list is missing or damaged
 */
export async function absentContents(
  list: { path: string; sha256: string },
  filesDir: string,
  except: readonly string[] = [],
): Promise<string[] | undefined> {
  const listed = await readStoredList(list);
  if (!listed) return undefined;
  const ignored = new Set(except);
  const needed = new Map(
    listed
      .filter(({ path, sha256 }) => !isBytecode(path) && !ignored.has(sha256))
      .map((file) => [contentName(file.sha256, file.executable), file]),
  );
  const absent: AbsentContent[] = [];
  await forEach(needed.values(), together, async ({ sha256, executable, bytes, path }) => {
    for (const mode of executable ? [true] : [false, true])
      if ((await sizeOfFile(contentFile(filesDir, sha256, mode))) === bytes) return;
    absent.push([sha256, executable, path]);
  });
  return inParts(absent);
}
