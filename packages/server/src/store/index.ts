/**
 * What the platform stores, as verbs: `service-store` for doors and services, `engine-store` for the rooms of the
 * engine. Each verb that writes is one transaction. `sql` implements them for the engines `sqlite` and
 * `postgres`, and nothing outside of these knows SQL.
 */

export { isElsewhere, noteElsewhere } from "./elsewhere.ts";
export type {
  Batch,
  CutScope,
  EngineStore,
  NewLine,
  NewMetric,
  StatusChange,
  Stored,
  StoredCut,
  StoredLaunch,
  Supervised,
} from "./engine-store.ts";
export type { BotFilter } from "./filters.ts";
export { holderOf } from "./holder.ts";
export type { Effect, Once } from "./once.ts";
export { openStorage } from "./open.ts";
export {
  type Copy,
  findPlace,
  homeOf,
  type Origin,
  originOf,
  recordRestored,
  strayedFrom,
  takePlace,
} from "./place.ts";
export { RecordRefusedError } from "./refused.ts";
export type {
  ArchivedVersion,
  BotDiskRow,
  ConfigRow,
  ConnectionRow,
  DeviceRow,
  KeyRow,
  NewVersion,
  OwnedSecretValue,
  SecretRow,
  SecretValueRow,
  SessionRow,
  StoredFiles,
  UserRow,
  VersionRow,
} from "./rows.ts";
export type { SealingStore } from "./sealing-store.ts";
export type { ServiceStore } from "./service-store.ts";
export { DataDirLockedError, lockDataDir, requireUnused } from "./sqlite/lock.ts";
export { giveUpReserve } from "./sqlite/reserve.ts";
export { isKnownSchema, readSnapshot, settleSnapshot, writeSnapshot } from "./sqlite/snapshot.ts";
export type { Storage } from "./storage.ts";
export { DataDirUnusableError } from "./unusable.ts";
export type { WatchStore } from "./watch-store.ts";
