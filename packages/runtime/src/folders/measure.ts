import { lstatSync, type Stats } from "node:fs";
import { Descent, needs } from "./descent.ts";
import { Slices } from "./slices.ts";

/** What an entry takes at least: file systems store its name and its attributes. */
export const leastBytes = 4096;

/** What folders may hold. */
export interface Most {
  bytes?: number | undefined;
  files?: number | undefined;
}

/** What folders hold. */
export interface FolderUse {
  /** Bytes on the disk: holes in files do not count, and each entry counts 4 KiB at least. */
  bytes: number;
  /** Files, folders, links and others. */
  files: number;
  /** True if there is more, which was not counted: it is at least twice what they may hold. */
  isCut: boolean;
}

/**
 * Measures what is in folders, together; those that are missing count nothing. Follows no links.
 * @throws {Error} the system error, if something in them cannot be read
 */
export async function measureFolders(
  folders: readonly (string | Uint8Array)[],
  most: Most,
): Promise<FolderUse> {
  const use = { bytes: 0, files: 0, isCut: false };
  const slices = new Slices();
  for (const folder of folders) await addFolder(folder, use, most, slices);
  return use;
}

/** Counts the entries of folders without looking at each, up to a little more than `most`. */
export async function countFiles(folders: readonly string[], most: number): Promise<number> {
  const use = { bytes: 0, files: 0, isCut: false };
  const slices = new Slices();
  for (const folder of folders) await addFolder(folder, use, { files: most }, slices, () => 0);
  return use.files;
}

async function addFolder(
  folder: string | Uint8Array,
  use: FolderUse,
  most: Most,
  slices: Slices,
  bytesOf: (stats: () => Pick<Stats, "blocks"> | undefined) => number = usedBytes,
): Promise<void> {
  const at = Descent.into(folder, needs.reading);
  if (!at) return;
  const isTooMuch = () =>
    use.bytes > 2 * (most.bytes ?? Number.POSITIVE_INFINITY) ||
    use.files > 2 * (most.files ?? Number.POSITIVE_INFINITY);
  const read = async (): Promise<Buffer[]> => {
    const folders: Buffer[] = [];
    for (const entry of at.entries()) {
      use.files++;
      if (entry.isDirectory()) folders.push(entry.name);
      else use.bytes += bytesOf(() => lstatSync(at.path(entry.name), { throwIfNoEntry: false }));
      use.isCut = isTooMuch();
      if (use.isCut) return [];
      if (slices.isOver()) await slices.turn();
    }
    return folders;
  };
  try {
    for (const left = [await read()]; left.length > 0 && !use.isCut; ) {
      const next = left.at(-1)!.pop();
      if (next === undefined) {
        left.pop();
        if (left.length > 0) at.leave();
        continue;
      }
      const stats = at.enter(next);
      if (!stats) continue;
      use.bytes += bytesOf(() => ({ blocks: Number(stats.blocks) }));
      left.push(await read());
    }
  } finally {
    at.close();
  }
}

/** Freed output leaves holes, which have a size but use no blocks. */
function usedBytes(stats: () => Pick<Stats, "blocks"> | undefined): number {
  const found = stats();
  return found === undefined ? 0 : Math.max(found.blocks * 512, leastBytes);
}
