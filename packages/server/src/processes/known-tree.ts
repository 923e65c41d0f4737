import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { TreeFiles } from "@botyard/manifest";
import type { VerifiedFiles } from "./verified-files.ts";

/** Files between two turns of the event loop, half a millisecond. Waiting for each would take ten times as long. */
const together = 250;

/** An unpacked package as it was when its contents had been verified. */
export class KnownTree {
  readonly #dir: string;
  readonly #paths: string[];
  readonly #inodes: Float64Array;
  readonly #folders: { path: string; stats: Stats }[];

  constructor(dir: string, { paths, stats, folders }: TreeFiles) {
    this.#dir = dir;
    this.#paths = paths;
    this.#inodes = Float64Array.from(paths, (_, index) => stats[index * (stats.length / paths.length)]!);
    this.#folders = folders.map((path) => ({ path, stats: lstatSync(join(dir, path)) }));
  }

  /**
   * Whether nothing was added, removed, replaced, written or got other rights since. Reads neither contents nor folders: no
   * name can be added to a folder without another time of change.
   */
  async isUnchanged(verified: VerifiedFiles): Promise<boolean> {
    let looked = 0;
    for (const { path, stats } of this.#folders) {
      const now = lstatSync(join(this.#dir, path), { throwIfNoEntry: false });
      const isSame =
        now?.ino === stats.ino &&
        now.mode === stats.mode &&
        now.mtimeMs === stats.mtimeMs &&
        now.ctimeMs === stats.ctimeMs;
      if (!isSame) return false;
      if (++looked % together === 0) await setImmediate();
    }
    for (const [index, path] of this.#paths.entries()) {
      const now = lstatSync(`${this.#dir}/${path}`, { throwIfNoEntry: false });
      if (!now || now.ino !== this.#inodes[index] || !verified.has(now)) return false;
      if (++looked % together === 0) await setImmediate();
    }
    return true;
  }
}
