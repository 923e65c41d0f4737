export type { LogLevel } from "./level.ts";
export { logLine } from "./line.ts";
export { type Line, readLine } from "./read-line.ts";
