import type { Stats } from "node:fs";
import { digestBytes, statFields, type TreeFiles } from "@botyard/manifest";

/** What an inode looked like when its content was verified. */
interface Verified {
  size: number;
  modifiedAt: number;
  changedAt: number;
  sha256: string;
}

/**
 * The inodes whose contents have been compared with their SHA-256 since the platform started. Packages share inodes, so that
 * each content is read once, however many packages have it.
 */
export class VerifiedFiles {
  readonly #inodes = new Map<number, Verified>();

  /** Whether a file is an inode that was verified, and has not been changed since. */
  has(stats: Stats): boolean {
    const known = this.#inodes.get(stats.ino);
    return (
      known?.size === stats.size && known.modifiedAt === stats.mtimeMs && known.changedAt === stats.ctimeMs
    );
  }

  /** Returns the indices of files that are not known to have the content that they should have. */
  unknownIn({ stats, digests, paths }: TreeFiles): number[] {
    return [...paths.keys()].filter((index) => {
      const [ino = 0, size, modifiedAt, changedAt] = numbersAt(stats, index);
      const known = this.#inodes.get(ino);
      const isSame =
        known?.size === size && known?.modifiedAt === modifiedAt && known?.changedAt === changedAt;
      return !isSame || known?.sha256 !== digestAt(digests, index);
    });
  }

  /** Call when a file has been compared with the content that it should have. */
  add({ stats, digests }: Pick<TreeFiles, "stats" | "digests">, index: number): void {
    const [ino = 0, size = 0, modifiedAt = 0, changedAt = 0] = numbersAt(stats, index);
    this.#inodes.set(ino, { size, modifiedAt, changedAt, sha256: digestAt(digests, index) });
  }

  /**
   * Call when the platform has given files another name, which changes the time of the last change of their inodes.
   * @param changedBefore that time before, of each file
   */
  linked({ stats, digests, paths }: TreeFiles, changedBefore: Float64Array): void {
    for (const index of paths.keys()) {
      const [ino = 0, size, modifiedAt, changedAt = 0] = numbersAt(stats, index);
      const known = this.#inodes.get(ino);
      const isSame =
        known?.size === size &&
        known?.modifiedAt === modifiedAt &&
        known?.sha256 === digestAt(digests, index);
      if (known && isSame && known.changedAt === changedBefore[index]) known.changedAt = changedAt;
    }
  }
}

const numbersAt = (stats: Float64Array, index: number) =>
  stats.subarray(index * statFields, (index + 1) * statFields);

export const digestAt = (digests: Uint8Array, index: number) =>
  Buffer.from(digests.subarray(index * digestBytes, (index + 1) * digestBytes)).toString("hex");
