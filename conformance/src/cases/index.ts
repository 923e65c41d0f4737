export type { Contracted } from "./case.ts";
export { knownOf, type Loaded, loadCases } from "./load.ts";
export { loadLocked, writeLock } from "./lock.ts";
export { scriptOf } from "./script.ts";
