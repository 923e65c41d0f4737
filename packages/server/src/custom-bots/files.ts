import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { removeUnpacked } from "@botyard/manifest";

export { contentsDir, listFile, uploadsDir } from "../blobs/folder/places.ts";

/** Path of an archive that an earlier platform stored. */
export const archiveFile = (dataDir: string, sha256: string) => join(dataDir, "packages", `${sha256}.tar.gz`);
/** Folder of the unpacked code of a package. If it exists, it is complete. */
export const codeFolder = (dataDir: string, contentSha256: string) => join(dataDir, "code", contentSha256);
/** Folder of the bytecode of all packages, each content once. */
export const sharedBytecode = (dataDir: string) => join(dataDir, "code", ".bytecode");
/** What is known of the bytecode in a code folder. */
export const bytecodeRecord = (codeDir: string) => `${codeDir}.bytecode`;

/** Part of the names of folders into which packages are being unpacked. */
export const partial = ".partial-";

/**
 * Lets `unpack` create a folder beside `codeDir`, and make it the code of the package by `publish`, which does nothing if
 * there is one. The folder is removed unless it was published.
 */
export async function unpackBeside<T>(
  codeDir: string,
  unpack: (fresh: string, publish: () => Promise<void>) => Promise<T>,
): Promise<T> {
  await mkdir(dirname(codeDir), { recursive: true, mode: 0o711 });
  const fresh = `${codeDir}${partial}${randomUUID()}`;
  try {
    return await unpack(fresh, () =>
      rename(fresh, codeDir).catch(async (error) => {
        if (!(await exists(codeDir))) throw error;
      }),
    );
  } finally {
    await removeUnpacked(fresh);
  }
}

/** Removes the unpacked code of a package. */
export async function removeCode(codeDir: string): Promise<void> {
  await rm(bytecodeRecord(codeDir), { force: true });
  await removeUnpacked(codeDir);
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
