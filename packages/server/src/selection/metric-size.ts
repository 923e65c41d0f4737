import type { MetricRecord } from "../model/model.ts";
import { isEvent } from "./metric-event.ts";
import { evenly } from "./metric-sample.ts";
import { textBytes } from "./page.ts";

export interface Most {
  max_points: number;
  /** Size of the data of all metrics together (default: no limit). */
  bytes?: number;
}

/** Returns the number of metrics of the average size that may be returned. */
export function mostMetrics(found: { total: number; bytes: number }, { max_points, bytes }: Most): number {
  if (bytes === undefined || found.bytes <= bytes) return max_points;
  return Math.max(1, Math.min(max_points, Math.floor((found.total * bytes) / found.bytes)));
}

/**
 * Returns how much of a limit is for events: what they need, up to half of it, or what the points of lines leave. Each
 * group of points has at least one.
 */
export function mostEvents(
  events: number,
  points: { total: number; groups?: number },
  allowed: number,
): number {
  const atLeast = Math.min(Math.floor(allowed / 2), allowed - (points.groups ?? 0));
  return Math.min(events, Math.max(atLeast, allowed - points.total));
}

interface Sized {
  metric: MetricRecord;
  size: number;
}

const sizeOf = (sized: readonly Sized[]) => sized.reduce((sum, { size }) => sum + size, 0);

/** Leaves out metrics at equal distances until the rest has the size, because those with extreme values can be the largest. */
export function withinBytes(
  items: readonly MetricRecord[],
  { bytes = Number.POSITIVE_INFINITY }: Most,
): MetricRecord[] {
  const sized = items.map((metric) => ({ metric, size: textBytes(JSON.stringify(metric.data)) }));
  const [points = [], events = []] = [false, true].map((wanted) =>
    sized.filter(({ metric }) => isEvent(metric) === wanted),
  );
  const forEvents = mostEvents(sizeOf(events), { total: sizeOf(points) }, bytes);
  const keptEvents = within(events, forEvents);
  const keptPoints = within(points, bytes - sizeOf(keptEvents));
  const kept = new Set([...keptEvents, ...keptPoints].map(({ metric }) => metric));
  return kept.size === 0 ? items.slice(-1) : items.filter((metric) => kept.has(metric));
}

function within(sized: readonly Sized[], bytes: number): readonly Sized[] {
  let kept = sized;
  for (let size = sizeOf(kept); size > bytes; size = sizeOf(kept))
    kept = evenly(sized, Math.floor(kept.length * Math.min(0.95, bytes / size)));
  return kept;
}
