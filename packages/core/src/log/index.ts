export type { LogLevel } from "./level.ts";
export { logLine } from "./line.ts";
export { type Line, readLine, textLevel } from "./read-line.ts";
export { readTextLevel } from "./text-level.ts";
export { readUnreadableMetric, type UnreadableMetric } from "./unreadable-metric.ts";
