import type { Problem } from "../problems/problem.ts";
import { entryBytes, type PackEntry, readEntry, readEntryStart } from "./pack-entry.ts";

/** Access to the files of a package. */
export type PackageView = {
  /** Sizes in bytes by path. */
  files: ReadonlyMap<string, number>;
  /** Reads a whole file. Called only for existing files that do not exceed their size limit. */
  read(path: string): Promise<Buffer>;
  /** Reads the first bytes of an existing file. */
  start(path: string, length: number): Promise<Buffer>;
};

export function viewOf(entries: readonly PackEntry[]): PackageView {
  const byItsPath = new Map(entries.map((entry) => [entry.path, entry]));
  return {
    files: new Map(entries.map((entry) => [entry.path, entryBytes(entry)])),
    read: (path) => readEntry(byItsPath.get(path)!),
    start: (path, length) => readEntryStart(byItsPath.get(path)!, length),
  };
}

/** Reads a text. Reports one that is too long or not UTF-8, and returns `undefined` then or if it does not exist. */
export async function readText(
  view: PackageView,
  path: string,
  maxBytes: number,
  problems: Problem[],
): Promise<string | undefined> {
  const bytes = view.files.get(path);
  if (bytes === undefined) return undefined;
  if (bytes > maxBytes) {
    const message = `The file has ${bytes} bytes; at most ${maxBytes} are allowed.`;
    problems.push({
      code: "package.text_too_large",
      file: path,
      message,
      next: "Make it shorter.",
      severity: "error",
    });
    return undefined;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await view.read(path));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = "The file is not UTF-8 text.";
    problems.push({
      code: "package.not_utf8",
      file: path,
      message,
      next: "Save it as UTF-8.",
      severity: "error",
    });
    return undefined;
  }
}
