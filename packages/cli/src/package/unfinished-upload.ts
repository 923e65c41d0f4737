import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** In the folder of the bot, where it is neither packed nor committed. */
const fileOf = (dir: string) => join(dir, ".botyard", "upload.json");

/** Remembers that an upload to this platform has begun. Does nothing if the folder cannot be written. */
export async function beginUpload(dir: string, url: string): Promise<void> {
  const file = fileOf(dir);
  await mkdir(dirname(file), { recursive: true })
    .then(() => writeFile(file, JSON.stringify({ url })))
    .catch(() => {});
}

/** Returns true if an upload to this platform has begun and not ended. */
export async function isUnfinished(dir: string, url: string): Promise<boolean> {
  try {
    return JSON.parse(await readFile(fileOf(dir), "utf8")).url === url;
  } catch {
    return false;
  }
}

export async function endUpload(dir: string): Promise<void> {
  await rm(fileOf(dir), { force: true }).catch(() => {});
}
