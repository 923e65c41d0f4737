import type { Level, LogRecord } from "@botyard/client/browser";

export const levels: readonly Level[] = ["trace", "debug", "info", "warn", "error", "fatal"];

/** Which lines are shown; the address of the page holds it. */
export interface LogView {
  /** Lowest level. */
  level?: Level;
  /** Text that the message contains. */
  q?: string;
  run_id?: string;
}

export function readView(search: URLSearchParams): LogView {
  const level = levels.find((one) => one === search.get("level"));
  const q = search.get("q");
  const run_id = search.get("run");
  return { ...(level && { level }), ...(q && { q }), ...(run_id && { run_id }) };
}

/** Whether a live line is one of those shown, by the rules of the platform. */
export function fits({ level, message, run_id }: LogRecord, view: LogView): boolean {
  if (view.level && levels.indexOf(level) < levels.indexOf(view.level)) return false;
  if (view.run_id && run_id !== view.run_id) return false;
  return !view.q || message.toLowerCase().includes(view.q.toLowerCase());
}
