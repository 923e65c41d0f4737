/**
 * What the platform stores, as verbs: `records` for doors and services, `engine-store` for the rooms of the engine. Each
 * verb that writes is one transaction. `sqlite` is behind them, and nothing outside of it knows SQL.
 */
export type {
  Batch,
  EngineStore,
  NewLine,
  NewMetric,
  StatusChange,
  Stored,
  StoredLaunch,
  Supervised,
} from "./engine-store.ts";
export type { BotFilter } from "./sqlite/bots.ts";
export type { VersionRow } from "./sqlite/custom-bots.ts";
export type { DeviceRow } from "./sqlite/device-sign-ins.ts";
export type { KeyRow } from "./sqlite/keys.ts";
export { DataDirLockedError, lockDataDir } from "./sqlite/lock.ts";
export type { Records } from "./sqlite/records.ts";
export { giveUpReserve } from "./sqlite/reserve.ts";
export type { SessionRow } from "./sqlite/sessions.ts";
export { openStorage } from "./sqlite/storage.ts";
export type { UserRow } from "./sqlite/users.ts";
export type { Storage } from "./storage.ts";
export { DataDirUnusableError } from "./unusable.ts";
