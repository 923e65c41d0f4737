export type { Contracted } from "./case.ts";
export { knownOf, type Loaded, loadCases } from "./load.ts";
export { type Lock, loadLocked, readLock, writeLock } from "./lock.ts";
export { scriptOf } from "./script.ts";
