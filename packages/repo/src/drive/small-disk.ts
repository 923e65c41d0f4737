import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { passableFolder } from "./folder.ts";

/** A small ext4 file system for tests, which other users can access. Only root can mount one. */
export class SmallDisk {
  readonly dir: string;
  readonly #image: string;

  constructor(bytes: number) {
    const folder = passableFolder("botyard-disk-");
    this.#image = join(folder, "image");
    this.dir = join(folder, "disk");
    writeFileSync(this.#image, "");
    truncateSync(this.#image, bytes);
    mkdirSync(this.dir);
    try {
      // No blocks reserved for root: the platform of the tests runs as root, and its bots do not.
      execFileSync("mkfs.ext4", ["-q", "-F", "-b", "4096", "-m", "0", this.#image], { stdio: "pipe" });
      execFileSync("mount", ["-o", "loop", this.#image, this.dir], { stdio: "pipe" });
    } catch (error) {
      rmSync(folder, { recursive: true });
      throw error;
    }
  }

  /** Bytes that can still be written. */
  get free(): number {
    const { bavail, bsize } = statfsSync(this.dir);
    return bavail * bsize;
  }

  close(): void {
    execFileSync("umount", ["-l", this.dir], { stdio: "pipe" });
    rmSync(join(this.#image, ".."), { recursive: true });
  }
}

/** Returns whether tests can mount a disk on this machine. */
export function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  try {
    new SmallDisk(8 * 1024 * 1024).close();
    return true;
  } catch {
    return false;
  }
}
