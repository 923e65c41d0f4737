/**
 * Supervising bots. `supervisor` finds the processes of an earlier platform process and keeps every bot in its desired
 * state; `realtime` does so for one realtime bot (start, stop, `backoff`), `query-server` for its query process, and the
 * ticks room for a scheduled bot. `user-processes` and `user-disk` hold a user to its quotas. `launcher` starts, takes over and removes processes of all kinds, of verified
 * `packages`, while `isolation` is established. `statuses` stores and publishes what bots are doing.
 */
export { PackageCorruptError } from "../custom-bots/package-corrupt.ts";
export type { StoredPackages } from "../custom-bots/stored-packages.ts";
export { Actor } from "./actor.ts";
export { describeExit } from "./endings.ts";
export { Isolation } from "./isolation.ts";
export { Launcher, type LiveLaunch, type PlannedLaunch } from "./launcher.ts";
export { nameMarked } from "./marked-process.ts";
export { Packages } from "./packages.ts";
export type { QueryServer } from "./query-server.ts";
export { Statuses } from "./statuses.ts";
export type { SupervisedBot } from "./supervised-bot.ts";
export { type ScheduledBots, Supervisor } from "./supervisor.ts";
export { removeTornCode } from "./unpacked-code.ts";
export { UserDisk } from "./user-disk.ts";
export { UserProcesses } from "./user-processes.ts";
