/** A built file of a package, and what it was built from. */
export interface Built {
  /** Its path in the folder, with forward slashes. */
  path: string;
  /** When it was written, in milliseconds since the epoch. */
  writtenAt: number;
  /** Absolute paths of its sources; those outside the folder are not looked at. */
  sources: string[];
  /** The command that builds it. */
  command: string;
}

/** Larger source maps and lists of sources are not read. */
export const readableBytes = 16 * 1024 * 1024;
