export type { Clock } from "./clock.ts";
export { HostUnusableError, type Platform, PortTakenError } from "./compose.ts";
export { type StartOptions, startPlatform } from "./platform.ts";
export { defaultSettings, type Settings, SettingsError } from "./settings.ts";
export { DataDirLockedError } from "./store/index.ts";
