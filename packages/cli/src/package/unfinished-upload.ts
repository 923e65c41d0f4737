import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** In the folder of the bot, where it is neither packed nor committed. */
const fileOf = (dir: string) => join(dir, ".botyard", "upload.json");

/** An upload of a version to a platform. */
export interface Upload {
  url: string;
  name: string;
  version: string;
}

const named = ({ url, name, version }: Upload) => JSON.stringify({ url, name, version });

/** Remembers that an upload has begun. Does nothing if the folder cannot be written. */
export async function beginUpload(dir: string, upload: Upload): Promise<void> {
  const file = fileOf(dir);
  await mkdir(dirname(file), { recursive: true })
    .then(() => writeFile(file, named(upload)))
    .catch(() => {});
}

/** Returns true if this upload has begun and not ended. */
export async function isUnfinished(dir: string, upload: Upload): Promise<boolean> {
  try {
    return (await readFile(fileOf(dir), "utf8")) === named(upload);
  } catch {
    return false;
  }
}

export async function endUpload(dir: string): Promise<void> {
  await rm(fileOf(dir), { force: true }).catch(() => {});
}
