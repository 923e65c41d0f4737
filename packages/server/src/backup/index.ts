/** Backups of a data folder: one file with the database, the packages and the state of bots. */
export { createBackup, type Written } from "./create.ts";
export { type About, BackupError } from "./format.ts";
export { type LastBackup, lastBackup, noteBackup } from "./last-backup.ts";
export { type Restored, restoreBackup } from "./restore.ts";
export { type BackupState, ScheduledBackups } from "./scheduled.ts";
export { backUpTo } from "./write-file.ts";
