import { byPath } from "./pack-entry.ts";

/** A file of a package, named by its content. */
export type ListedFile = {
  path: string;
  executable: boolean;
  bytes: number;
  /** SHA-256 of the content, in lower-case hex. */
  sha256: string;
};

/** Most bytes of a line. A path of the greatest length takes 480 of them, since only quotation marks are escaped. */
export const listLineBytes = 1024;

/** One line of a list, with its end. */
export function listLine({ path, executable, bytes, sha256 }: ListedFile): string {
  return `${JSON.stringify([path, executable, bytes, sha256])}\n`;
}

/**
 * Returns the list of a package: one line for each file, `["path",executable,bytes,"sha256"]`, sorted by path. Its SHA-256
 * is the identity of the contents, and does not depend on the order of `files`.
 */
export function fileListText(files: readonly ListedFile[]): string {
  return files.toSorted(byPath).map(listLine).join("");
}
