import type { Level, LogRecord } from "@botyard/client/browser";
import { bounds, presets } from "../../lib/time-range.ts";

export const levels: readonly Level[] = ["trace", "debug", "info", "warn", "error", "fatal"];

/** Which lines are shown; the address of the page holds it. */
export interface LogView {
  /** Lowest level. */
  level?: Level;
  /** Text that the message or the fields contain. */
  q?: string;
  run_id?: string;
  /** Key of a preset, such as `1h`. */
  last?: string;
  /** Bounds of the time, RFC 3339. */
  from?: string;
  to?: string;
}

/** The ranges to choose from; without one, the whole log is shown. */
export const ranges = ["15m", "1h", "6h", "24h", "7d"].map((key) => ({ key, name: presets[key]!.name }));

export function readView(search: URLSearchParams): LogView {
  const level = levels.find((one) => one === search.get("level"));
  // The platform refuses longer ones.
  const q = search.get("q")?.slice(0, 200);
  const run_id = search.get("run");
  const [from, to] = [Date.parse(search.get("from") ?? ""), Date.parse(search.get("to") ?? "")];
  const last = ranges.find(({ key }) => key === search.get("range"))?.key;
  return {
    ...(level && { level }),
    ...(q && { q }),
    ...(run_id && { run_id }),
    ...(from < to
      ? { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      : last && { last }),
  };
}

/** The parameters of a request for a view. */
export function filterOf({ last, ...view }: LogView, now: number): Omit<LogView, "last"> {
  return last === undefined ? view : { ...view, ...bounds(presets[last]!.range, now / 1000) };
}

/** Whether a live line is one of those shown, by the rules of the platform. */
export function fits({ level, message, run_id, fields, time }: LogRecord, view: LogView): boolean {
  if (view.level && levels.indexOf(level) < levels.indexOf(view.level)) return false;
  if (view.run_id && run_id !== view.run_id) return false;
  if (view.from && view.to && (time < view.from || time > view.to)) return false;
  if (!view.q) return true;
  const text = view.q.toLowerCase();
  if (message.toLowerCase().includes(text)) return true;
  if (!fields) return false;
  const json = JSON.stringify(fields).toLowerCase();
  return json.includes(text) || json.includes(JSON.stringify(text).slice(1, -1));
}
