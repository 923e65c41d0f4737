import { ArchiveFault } from "./archive-fault.ts";
import { gunzipFile } from "./gunzip.ts";
import type { PackageLimits } from "./limits.ts";
import { type PathProblem, PathSet, pathFault, showPath } from "./path-rules.ts";
import { readTar, type TarEntry } from "./tar-reader.ts";

/** A file of an archive that may be one of a package. */
export type ArchivedFile = { path: string; bytes: number; executable: boolean; body: AsyncIterable<Buffer> };

/** A path that breaks a rule, while the rest of the archive can still be read. */
export type PathFault = PathProblem & { path: string };

/**
 * The files of an uploaded archive in its order. Nothing it claims is believed: numbers, sizes and the ratio are
 * counted as they come. A bad path goes to `refuse` and is left out; what makes the archive itself unreadable throws.
 * @throws ArchiveFault
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
    if (files > limits.files || folders > limits.files) {
      const message = `The archive holds more than ${limits.files} files or folders.`;
      throw new ArchiveFault("archive.too_many_files", message);
    }
    if (bytes > limits.unpackedBytes) {
      const message = `The files have more than ${limits.unpackedBytes} bytes together.`;
      throw new ArchiveFault("archive.too_large", message);
    }
    const path = plainPath(entry);
    if (path === "" && entry.type === "directory") continue;
    const fault =
      pathFault(path, limits) ?? (entry.type === "file" ? paths.add(path) : paths.addFolder(path));
    if (fault !== undefined) refuse({ ...fault, path: showPath(path) });
    else if (entry.type === "file")
      yield { path, bytes: entry.size, executable: entry.executable, body: entry.body };
  }
}

/** `tar` writes `./main.py` for a folder packed as `.`, and folders with a slash at the end. */
function plainPath(entry: TarEntry): string {
  const path = entry.name === "." || entry.name === "./" ? "" : entry.name.replace(/^\.\//, "");
  return entry.type === "directory" ? path.replace(/\/$/, "") : path;
}
