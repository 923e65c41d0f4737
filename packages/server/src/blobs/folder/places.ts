import { join } from "node:path";

/** Folder of the contents of all packages, each once. */
export const contentsDir = (dataDir: string) => join(dataDir, "packages", "files");
/** Folder of the lists of all packages. */
export const listsDir = (dataDir: string) => join(dataDir, "packages", "lists");
/** Path of the list of a package's files. */
export const listFile = (dataDir: string, contentSha256: string) =>
  join(listsDir(dataDir), `${contentSha256}.jsonl`);
/** Folder for what is incomplete: uploads in progress, and contents that are being fetched. A start removes what is in it. */
export const uploadsDir = (dataDir: string) => join(dataDir, "uploads");
