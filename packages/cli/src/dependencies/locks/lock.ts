/** Where a locked package comes from. */
export type Source =
  /** An index server, or a folder of wheels; without a URL, the index that pip is configured for. */
  | { kind: "index"; url?: string; name?: string }
  /** An archive, by a path relative to the bot's folder. */
  | { kind: "file"; path: string }
  | { kind: "url"; url: string };

export interface LockedPackage {
  /** As index servers compare names. */
  name: string;
  version: string;
  source: Source;
  /** The hashes of its archives, such as `sha256:…`. */
  hashes: string[];
}

/** Why a lock file cannot be used, and what to do. */
export interface LockFault {
  message: string;
  next: string;
}

/** Answers what depends on the interpreter that the packages are for. */
export interface Conditions {
  /** Whether an environment marker, such as `sys_platform == "win32"`, is true. */
  holds(marker: string): boolean;
  /** Whether a version matches a specifier, such as `>=2,<3`. */
  matches(specifier: string, version: string): boolean;
}

/** What {@link Conditions} may be asked. */
export interface Questions {
  markers: string[];
  versions: [specifier: string, version: string][];
}

/** The packages that were chosen for an interpreter, or why some of them cannot be installed. */
export interface Chosen {
  packages: LockedPackage[];
  faults: LockFault[];
}

/** A lock file that was read. */
export interface Lock {
  file: string;
  questions: Questions;
  /** Follows the dependencies of the project, without its groups and extras. */
  choose(conditions: Conditions): Chosen;
}

export type Table = Record<string, unknown>;

export const tableOf = (value: unknown): Table =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Table) : {};

export const tablesOf = (value: unknown): Table[] => (Array.isArray(value) ? value.map(tableOf) : []);

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The fault of a package that has no archive with a hash. */
export function noArchive(file: string, name: string, from: string): LockFault {
  return {
    message: `${file} takes ${name} from ${from}, which is no archive with a hash.`,
    next: `Build a wheel of it and depend on the wheel, or write a requirements.txt, which is used instead of ${file}.`,
  };
}
