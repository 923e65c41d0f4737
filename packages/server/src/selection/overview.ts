import { dataTime } from "@botyard/core";
import type { Level, RunStatus } from "../model/model.ts";
import { type Sample, TrendSamples } from "./trend-samples.ts";

/** What a list of bots shows of one bot, besides its settings and its status. */
export interface Overview {
  bot_id: string;
  /** Log lines with a level of {@link errorLevels}, counted up to {@link mostErrors}. */
  errors: number;
  signal?: OverviewMetric | undefined;
  trend?: Trend | undefined;
  last_run?: { id: string; status: RunStatus; finished_at: string | null } | undefined;
}

/** Numbers of one field over time, oldest first. */
export interface Trend {
  type: string;
  field: string;
  symbol: string | null;
  points: Sample[];
}

export interface OverviewMetric {
  type: string;
  time: string;
  data: Record<string, unknown>;
}

/** What an overview asks for next: a short list of metrics, whatever their number. */
export type OverviewAsk =
  /** The last metrics that were stored. */
  | { kind: "newest" }
  /** The first metrics of a type at or after a time, in order of time. */
  | { kind: "from"; type: string; time: string }
  /** The last metrics of a type, the latest first. */
  | { kind: "back"; type: string };

/** Inclusive bounds. */
export interface OverviewWindow {
  from: string;
  to: string;
}

export const errorLevels = ["error", "fatal"] as const satisfies readonly Level[];
/** Errors are not counted further, so that a bot that only writes errors costs no more than this. */
export const mostErrors = 1_000;
/** By this type of metric, bots say when they would buy or sell. */
const signalType = "signal";
/** Number of metrics in which the field of a trend is looked for. */
export const newestMetrics = 24;
/** Number of metrics that are looked at for each point, for instance if several symbols take turns. */
export const lookedAt = 8;
/** Metrics with more data than this are left out of an overview. */
export const mostDataBytes = 4_096;
export const mostPoints = 30;

/** What people look at first. Other fields come after these. */
const preferred = ["price", "close", "last_price", "equity", "portfolio_value", "balance", "value", "pnl"];

type Reading<Result> = Generator<OverviewAsk, Result, Iterable<OverviewMetric>>;

/**
 * Reads the last signal, and the trend of the field that is worth showing, by asking for metrics and being resumed with them.
 *
 * @param samples those that are known from earlier reads; new ones are added
 */
export function* readOverview(
  window: OverviewWindow,
  samples = new TrendSamples(),
): Reading<Pick<Overview, "signal" | "trend">> {
  const [signal] = yield { kind: "back", type: signalType };
  return { signal, trend: yield* readTrend(window, samples) };
}

/** The same, with a function that answers at once. */
export function overviewFrom(
  answer: (asked: OverviewAsk) => Iterable<OverviewMetric>,
  window: OverviewWindow,
  samples?: TrendSamples,
): Pick<Overview, "signal" | "trend"> {
  const reading = readOverview(window, samples);
  let step = reading.next([]);
  while (!step.done) step = reading.next(answer(step.value));
  return step.value;
}

/** The field with samples of it at equal distances; `undefined` if there is none. */
function* readTrend({ from, to }: OverviewWindow, samples: TrendSamples): Reading<Trend | undefined> {
  const newest = [...(yield { kind: "newest" })];
  const chosen = chooseField(newest.filter(({ time }) => time >= from && time <= to));
  if (!chosen) return undefined;
  const { type, field, symbol } = chosen;
  const pick = (metrics: Iterable<OverviewMetric>): Sample | undefined => {
    for (const { time, data } of metrics) {
      const value = data[field];
      if (time <= to && isNumber(value) && symbolOf(data) === symbol) return [time, value];
    }
    return undefined;
  };
  samples.begin(type, field, symbol, from);
  samples.first ??= pick(yield { kind: "from", type, time: from });
  const { first } = samples;
  const last = pick(yield { kind: "back", type });
  if (!first || !last || last[0] <= first[0]) return { type, field, symbol, points: last ? [last] : [] };
  const step = stepOf(Date.parse(last[0]) - Date.parse(first[0]), Date.parse(to) - Date.parse(from));
  const points = [first];
  while (points.length < mostPoints - 1) {
    // Time without metrics has no points.
    const next = (Math.floor(Date.parse(points.at(-1)![0]) / step) + 1) * step;
    let found = samples.at(next, step);
    if (!found) {
      found = pick(yield { kind: "from", type, time: new Date(next).toISOString() });
      if (found && found[0] < last[0]) samples.keep(next, found);
    }
    if (!found || found[0] >= last[0]) break;
    points.push(found);
  }
  return { type, field, symbol, points: [...points, last] };
}

/** The distance of samples: long enough for the span, and the same for similar ones, so that samples can be kept. */
function stepOf(span: number, longest: number): number {
  let step = Math.max(1, Math.ceil(longest / (mostPoints - 2)));
  for (;;) {
    const shorter = Math.ceil(step / Math.SQRT2);
    if (shorter === step || shorter * (mostPoints - 2) < span) return step;
    step = shorter;
  }
}

interface Choice {
  type: string;
  field: string;
  symbol: string | null;
  rank: number;
}

/** Does not depend on the order of the metrics, so that a bot that emits several types keeps its trend. */
function chooseField(metrics: readonly OverviewMetric[]): Choice | undefined {
  let best: Choice | undefined;
  for (const { type, data } of metrics) {
    for (const [field, value] of Object.entries(data)) {
      if (!isNumber(value) || (field === "time" && dataTime(data))) continue;
      const choice = { type, field, symbol: symbolOf(data), rank: rankOf(type, field) };
      if (!best || isBetter(choice, best)) best = choice;
    }
  }
  return best;
}

function rankOf(type: string, field: string): number {
  const byField = preferred.indexOf(field.toLowerCase());
  const byType = field.toLowerCase() === "value" ? preferred.indexOf(type.toLowerCase()) : -1;
  const rank = byType >= 0 ? byType : byField >= 0 ? byField : preferred.length;
  // Signals are rare, so other metrics show more.
  return type === signalType ? rank + preferred.length + 1 : rank;
}

function isBetter(one: Choice, other: Choice): boolean {
  if (one.rank !== other.rank) return one.rank < other.rank;
  const text = ({ type, symbol, field }: Choice) => JSON.stringify([type, symbol ?? "", field]);
  return text(one) < text(other);
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

export const symbolOf = ({ symbol }: Record<string, unknown>): string | null =>
  typeof symbol === "string" ? symbol : null;
