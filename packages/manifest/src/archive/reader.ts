import { type PathProblem, PathSet, pathFault, showPath } from "../files/path-rules.ts";
import type { PackageLimits } from "../limits.ts";
import { ArchiveFault } from "./fault.ts";
import { gunzipFile } from "./gunzip.ts";
import { readTar, type TarEntry } from "./tar-reader.ts";

/** A file of an archive whose path is valid in a package. */
export type ArchivedFile = { path: string; bytes: number; executable: boolean; body: AsyncIterable<Buffer> };

/** An invalid path. The rest of the archive can still be read. */
export type PathFault = PathProblem & { path: string };

/**
 * Yields the files of an uploaded archive in its order. File counts, sizes and the compression ratio are checked while
 * reading. Invalid paths are passed to `refuse` and skipped.
 * @throws {ArchiveFault} if the archive cannot be read or exceeds a limit
 */
export async function* readArchive(
  archivePath: string,
  limits: PackageLimits,
  refuse: (fault: PathFault) => void,
): AsyncGenerator<ArchivedFile> {
  const paths = new PathSet();
  let files = 0;
  let folders = 0;
  let bytes = 0;
  for await (const entry of readTar(gunzipFile(archivePath, limits))) {
    if (entry.type === "file") files++;
    else folders++;
    bytes += entry.size;
    if (bytes > limits.unpackedBytes) {
      const message = `The files have more than ${limits.unpackedBytes} bytes in total.`;
      throw new ArchiveFault("archive.too_large", message);
    }
    const path = plainPath(entry);
    const isTop = path === "" && entry.type === "directory";
    const fault = isTop
      ? undefined
      : (pathFault(path, limits) ?? (entry.type === "file" ? paths.add(path) : paths.addFolder(path)));
    if (Math.max(files, folders, paths.folders) > limits.files) {
      const message = `The archive contains more than ${limits.files} files or folders.`;
      throw new ArchiveFault("archive.too_many_files", message);
    }
    if (fault !== undefined) refuse({ ...fault, path: showPath(path) });
    else if (entry.type === "file")
      yield { path, bytes: entry.size, executable: entry.executable, body: entry.body };
  }
}

/** `tar` writes `./main.py` when it packs `.`, and a trailing slash after folders. */
function plainPath(entry: TarEntry): string {
  const path = entry.name === "." || entry.name === "./" ? "" : entry.name.replace(/^\.\//, "");
  return entry.type === "directory" ? path.replace(/\/$/, "") : path;
}
