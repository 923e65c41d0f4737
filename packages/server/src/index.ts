export type { Clock } from "./clock.ts";
export type { Platform } from "./compose.ts";
export { HostUnusableError, PortTakenError } from "./listen.ts";
export { type StartOptions, startPlatform } from "./platform.ts";
export { readServices, SettingsError } from "./settings/read-settings.ts";
export { defaultSettings, type Settings } from "./settings/settings.ts";
export { DataDirLockedError } from "./store/index.ts";
