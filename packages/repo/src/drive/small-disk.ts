import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
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
      this.#mount();
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

  /** Loses what has not been written to the device, as when the power fails, and mounts the disk again. */
  async cutPower(): Promise<void> {
    execFileSync("python3", ["-c", shutDown, this.dir], { stdio: "pipe" });
    execFileSync("umount", ["-l", this.dir], { stdio: "pipe" });
    // As long as a process that is ending has a file of it open, a mount would give the file system that is shut down.
    while (execFileSync("losetup", ["-j", this.#image], { encoding: "utf8" }) !== "") await pause(10);
    this.#mount();
  }

  #mount(): void {
    execFileSync("mount", ["-o", "loop", this.#image, this.dir], { stdio: "pipe" });
  }

  close(): void {
    execFileSync("umount", ["-l", this.dir], { stdio: "pipe" });
    rmSync(join(this.#image, ".."), { recursive: true });
  }
}

/** EXT4_IOC_SHUTDOWN without writing the journal: from then on, the file system writes nothing. */
const shutDown = `
import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, struct.pack("I", 2))
`;

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
