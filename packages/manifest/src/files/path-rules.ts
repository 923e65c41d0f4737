import type { PackageLimits } from "../limits.ts";
import type { ProblemCode } from "../problems/codes.ts";

/** Why a path is refused. */
export type PathProblem = { code: ProblemCode; message: string };

/** Checks the path of a file in a package: relative, with forward slashes. Returns `undefined` if it is valid. */
export function pathFault(
  path: string,
  limits: Pick<PackageLimits, "pathBytes" | "pathDepth">,
): PathProblem | undefined {
  const shown = showPath(path);
  const fault = (code: ProblemCode, why: string) => ({ code, message: `The path ${shown} ${why}.` });
  if (path === "") return fault("archive.bad_path", "is empty");
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return fault("archive.absolute_path", "is absolute");
  if (path.includes("\\")) return fault("archive.bad_path", "contains a backslash");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
  if (/[\u0000-\u001f\u007f]/.test(path)) return fault("archive.bad_path", "contains a control character");
  if (!path.isWellFormed() || path.includes("\ufffd")) return fault("archive.bad_path", "is not valid UTF-8");
  const parts = path.split("/");
  if (parts.includes("..")) return fault("archive.path_escape", 'contains ".."');
  if (parts.some((part) => part === "" || part === ".")) {
    return fault("archive.bad_path", 'has an empty or "." component');
  }
  const bytes = Buffer.byteLength(path);
  if (bytes > limits.pathBytes) {
    return fault("archive.path_too_long", `has ${bytes} bytes; at most ${limits.pathBytes} are allowed`);
  }
  if (parts.length > limits.pathDepth) {
    return fault(
      "archive.path_too_deep",
      `has ${parts.length} components; at most ${limits.pathDepth} are allowed`,
    );
  }
  return undefined;
}

/** Returns a path in quotes, cut to 120 characters, with control characters escaped for the terminal. */
export function showPath(path: string): string {
  const short = path.length > 120 ? `${path.slice(0, 120)}…` : path;
  return JSON.stringify(short).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    },
  );
}

/** Folds case and Unicode normalisation: paths with equal folds are one file on some file systems. */
export function foldPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** A set of paths that rejects duplicates, and files with the path of a folder. */
export class PathSet {
  readonly #files = new Map<string, string>();
  readonly #folders = new Map<string, string>();

  /** Number of folders, including those that only paths of files name. */
  get folders(): number {
    return this.#folders.size;
  }

  /** Adds a file and its parent folders. Returns a problem if it conflicts with an earlier path. */
  add(path: string): PathProblem | undefined {
    const fold = foldPath(path);
    const same = this.#files.get(fold);
    if (same !== undefined) {
      const why =
        same === path
          ? "appears twice"
          : `differs from ${showPath(same)} only in case or Unicode normalisation`;
      return { code: "archive.duplicate", message: `The path ${showPath(path)} ${why}.` };
    }
    const folder = this.#folders.get(fold);
    if (folder !== undefined) return conflict(path, folder);
    const blocking = this.addFolder(parentOf(path));
    if (blocking !== undefined) return blocking;
    this.#files.set(fold, path);
    return undefined;
  }

  /** Adds a folder and its parents. Returns a problem if one of them is a file. */
  addFolder(path: string): PathProblem | undefined {
    for (let folder = path; folder !== ""; folder = parentOf(folder)) {
      const fold = foldPath(folder);
      if (this.#folders.has(fold)) return undefined;
      const file = this.#files.get(fold);
      if (file !== undefined) return conflict(file, folder);
      this.#folders.set(fold, folder);
    }
    return undefined;
  }
}

function conflict(file: string, folder: string): PathProblem {
  const message = `The file ${showPath(file)} has the same path as the folder ${showPath(folder)}.`;
  return { code: "archive.file_folder_conflict", message };
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}
