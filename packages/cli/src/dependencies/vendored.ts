import type { PackEntry } from "@botyard/manifest";

/** The files that the declared dependencies add to a package. */
export interface Vendored {
  entries: PackEntry[];
  /** What was vendored and where it came from, one sentence each. */
  notes: string[];
  /**
   * A package manager chose and installed the files, which takes time, and may choose others the next time. Absent if the
   * files follow from the folder alone.
   */
  isInstalled?: true;
  /** Removes the temporary files of the entries; call it after they are packed. */
  dispose(): Promise<void>;
}

export const nothingVendored: Vendored = { entries: [], notes: [], dispose: async () => {} };
