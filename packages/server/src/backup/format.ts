import type { Origin } from "../store/index.ts";

/**
 * The version of the format, in the first entry of a backup. A higher one is of a newer platform. Version 1 has packages as
 * archives only.
 */
export const formatVersion = 2;

/** The first entry. */
export const aboutEntry = "botyard-backup.json";
/** The last entry: the SHA-256 of every other one by its name. A backup without it was cut off. */
export const sumsEntry = "sha256sums.json";
export const databaseEntry = "platform.db";

/** What a backup is of. */
export interface About {
  format: number;
  /** Version of the platform that wrote it. */
  version: string;
  /** Present if the records were not in the data folder, and are not in the backup: a server has them. */
  records?: "postgresql";
  /** The newest migration of its database; absent if the records are not in it. */
  schema?: string;
  /** Everything that was acknowledged before is in it. */
  created_at: string;
  /** The data folder. */
  folder: Origin;
  /** Bots, or folders of bots if the records are not in it. */
  bots: number;
}

/** A backup cannot be made, read or restored; the message says why and what to do. */
export class BackupError extends Error {
  readonly code: "backup_invalid" | "backup_failed" | "data_dir_not_empty";
  constructor(code: BackupError["code"], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "BackupError";
    this.code = code;
  }
}

const segment = "[^/\\0]+";
const allowed = [
  new RegExp(`^${databaseEntry.replace(".", "\\.")}$`),
  /^packages\/[0-9a-f]{64}\.tar\.gz$/,
  /^packages\/lists\/[0-9a-f]{64}\.jsonl$/,
  /^packages\/files\/[0-9a-f]{2}\/[0-9a-f]{64}(\.x)?$/,
  new RegExp(`^bots/bot_[0-9a-z]{26}/state(/${segment})+$`),
];

/** The mode of a restored file. Contents of packages are shared by them, and no bot may change them. */
export function modeOf(name: string): number {
  if (!name.startsWith("packages/files/")) return 0o600;
  return name.endsWith(".x") ? 0o555 : 0o444;
}

/** Whether a data folder may have a file with this name from a backup. */
export const isEntry = (name: string): boolean =>
  allowed.some((shape) => shape.test(name)) &&
  name.split("/").every((part) => part !== "." && part !== ".." && part !== "");
