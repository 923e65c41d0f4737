import type { BigIntStats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Files that processes hold open although they have no name any more, by the place of their bytes. */
export interface UnlinkedBytes {
  /** On the disk of the given folder. */
  disk: number;
  /** On other file systems, in memory on common machines: of memfd, and removed files of `/dev/shm`. */
  memory: number;
}

/** Measures the files without a name that processes hold open. Those of processes that cannot be read count nothing. */
export async function unlinkedBytes(pids: readonly number[], folder: string): Promise<UnlinkedBytes> {
  const { dev } = await stat(folder, { bigint: true });
  const seen = new Set<string>();
  const bytes = { disk: 0, memory: 0 };
  for (const pid of pids) {
    for (const file of await openFiles(pid)) {
      if (!file.isFile() || file.nlink > 0n) continue;
      const inode = `${file.dev}:${file.ino}`;
      if (seen.has(inode)) continue;
      seen.add(inode);
      bytes[file.dev === dev ? "disk" : "memory"] += Number(file.blocks) * 512;
    }
  }
  return bytes;
}

async function openFiles(pid: number): Promise<BigIntStats[]> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => []);
  const files: BigIntStats[] = [];
  for (const name of names) {
    const file = await stat(join(folder, name), { bigint: true }).catch(() => undefined);
    if (file) files.push(file);
  }
  return files;
}
