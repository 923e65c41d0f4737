import { readExactJson } from "@botyard/core";
import type { MetricRecord } from "../../src/model/model.ts";
import { isEvent } from "../../src/selection/metric-event.ts";
import { evenly } from "../../src/selection/metric-sample.ts";
import { shares } from "../../src/selection/metric-shares.ts";
import { mostEvents, mostMetrics, withinBytes } from "../../src/selection/metric-size.ts";
import type { MetricFilter } from "../../src/store/filters.ts";

export interface Row {
  seq: number;
  type: string;
  /** RFC 3339. */
  time: string;
  /** JSON. */
  data: string;
}

/** Metrics of one type and symbol, and how many of them may be returned. */
export interface Group {
  rows: Row[];
  most: number;
}

/** Lists metrics as the store does, by the simplest means: with everything in memory and each step by itself. */
export function plainList(rows: readonly Row[], { type, from, to, after, ...most }: MetricFilter) {
  const found = rows.filter(
    (row) =>
      (type === undefined || row.type === type) &&
      (from === undefined || row.time >= from) &&
      (to === undefined || row.time <= to) &&
      (after === undefined || row.seq > after),
  );
  if (after === undefined) found.sort(byTime);
  const total = found.length;
  const bytes = found.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
  const allowed = mostMetrics({ total, bytes }, most);
  if (total <= allowed) return { total, downsampled: false, kept: found.sort(byTime), groups: [] };
  const [points = [], events = []] = [false, true].map((wanted) =>
    found.filter((row) => isEvent(toRecord(row)) === wanted),
  );
  const pointGroups = grouped(points, 1).length;
  const forEvents = mostEvents(events.length, { total: points.length, groups: pointGroups }, allowed);
  const ofEvents = grouped(events, forEvents);
  const left = allowed - ofEvents.flatMap(extremes).length;
  const groups = [...ofEvents, ...grouped(points, Math.min(left, points.length))];
  const kept = groups.flatMap(extremes).sort(byTime);
  const within = new Set(withinBytes(kept.map(toRecord), most).map(({ seq }) => seq));
  return { total, downsampled: true, kept: kept.filter(({ seq }) => within.has(seq)), groups };
}

export const byTime = (a: Row, b: Row) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.seq - b.seq);

const toRecord = (row: Row): MetricRecord => ({
  ...row,
  bot_id: "",
  data: readExactJson(row.data) as Record<string, unknown>,
});

function grouped(rows: readonly Row[], allowed: number): Group[] {
  const nameOf = ({ type, data }: Row) => {
    const { symbol } = JSON.parse(data);
    return typeof symbol === "string" ? `${type} ${symbol}` : type;
  };
  const groups = [...Map.groupBy(rows, nameOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  const most = shares(
    groups.map(([, { length }]) => length),
    allowed,
  );
  return groups.map(([, rows], at) => ({ rows, most: most[at]! }));
}

/** The fields that decide what is kept. */
export function fieldsOf({ rows }: Group): string[] {
  return Object.entries(JSON.parse(rows[0]!.data)).flatMap(([name, value]) =>
    typeof value === "number" ? [name] : [],
  );
}

/** Returns the first row with the lowest value of a field, and the first with the highest. */
export function lowestAndHighest(rows: readonly Row[], field: string): Row[] {
  const valued = rows.filter(({ data }) => typeof JSON.parse(data)[field] === "number");
  const values = valued.map(({ data }) => JSON.parse(data)[field] as number);
  if (values.length === 0) return [];
  return [Math.min(...values), Math.max(...values)].map((extreme) => valued[values.indexOf(extreme)]!);
}

function extremes(group: Group): Row[] {
  const { rows, most } = group;
  if (rows.length <= most) return rows;
  const fields = fieldsOf(group);
  const times = rows.map(({ time }) => Date.parse(time));
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const intervals = Math.max(1, Math.floor((most - 1) / Math.max(1, 2 * fields.length)));
  const length = Math.max(1, to - from) / intervals;
  const intervalOf = ({ time }: Row) =>
    Math.min(intervals - 1, Math.floor((Date.parse(time) - from) / length));
  const kept = [...Map.groupBy(rows, intervalOf).values()].flatMap((rows) => {
    const found = fields.map((field) => lowestAndHighest(rows, field));
    const extremes = [0, 1].flatMap((at) => found.flatMap((both) => both.slice(at, at + 1)));
    return extremes.length > 0 ? extremes : [rows[0]!];
  });
  const last = rows.at(-1)!;
  const both = new Set([...kept.filter((row) => row !== last), last]);
  const others = rows.filter((row) => !both.has(row));
  return [...evenly(others, Math.max(0, most - both.size)), ...both].slice(-most);
}
