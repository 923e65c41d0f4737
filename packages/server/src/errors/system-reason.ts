import { statSync } from "node:fs";
import { dirname } from "node:path";

/** What an error of the system or of SQLite means for the file that it is about, by its code. */
const reasons: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^(ERR_FS_)?EISDIR$/, "is a folder, not a file"],
  [/^(ENOTDIR|EEXIST)$/, "is not a folder"],
  [/^ENOENT$/, "does not exist"],
  [/^(EACCES|EPERM)$/, "cannot be accessed by the platform's user"],
  [/^(EROFS|SQLITE_READONLY.*)$/, "is read-only"],
  [/^(ENOSPC|SQLITE_FULL)$/, "cannot be written: no space is left on its disk"],
  [/^EDQUOT$/, "cannot be written: the disk quota of the platform's user is exceeded"],
  [/^(EMFILE|ENFILE)$/, "cannot be opened: too many files are open"],
  [/^ENAMETOOLONG$/, "has a name that is too long"],
  [/^SQLITE_CORRUPT.*$/, "is damaged: a part of it is not what the database wrote there"],
  [/^SQLITE_NOTADB$/, "is damaged: it is not a database"],
  [/^(EIO|SQLITE_IOERR.*)$/, "cannot be read or written: the system reports an input or output error"],
  [/^SQLITE_CANTOPEN.*$/, "cannot be opened"],
  [/^SQLITE_BUSY.*$/, "is in use by another process"],
];

/**
 * Returns a sentence without a full stop that says what is wrong with a file.
 * @param file its path, if the error has none
 */
export function systemReason(error: unknown, file: string): string {
  const { code = "", path = file } = (error ?? {}) as { code?: string; path?: string };
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1];
  if (reason) return `${code === "ENOTDIR" ? obstacle(path) : path} ${reason}`;
  return `${path}: ${error instanceof Error ? error.message : String(error)}`;
}

/** The system names the path that it was asked for, not the file in it that stands where a folder should be. */
function obstacle(path: string): string {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    try {
      statSync(at);
      return at;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOTDIR") return path;
    }
  }
  return path;
}

/** Whether an error is one of the system or of SQLite, about a file that it may name. */
export function isSystemError(error: unknown): error is Error & { code: string; path?: string } {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" && reasons.some(([pattern]) => pattern.test(code));
}
