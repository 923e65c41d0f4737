import type { PackEntry } from "@botyard/manifest";

/** What a package's declared dependencies add to its archive. */
export interface Vendored {
  entries: PackEntry[];
  /** One sentence each: what was vendored, and where it came from. */
  notes: string[];
  /** Removes what the entries point at; call it once they are packed. */
  dispose(): Promise<void>;
}

export const nothingVendored: Vendored = { entries: [], notes: [], dispose: async () => {} };
