import type { MetricRecord } from "@botyard/client/browser";
import { dataTime } from "@botyard/core";
import uPlot from "uplot";
import { placed } from "../../domain/place.ts";
import { type Column, withGaps } from "../../ui/chart/gaps.ts";
import type { Marker } from "../../ui/chart/markers.ts";
import { signalOf } from "./signals.ts";

/** A chart as the data suggest it. */
export interface ChartPlan {
  /** Tells it from the other charts. */
  id: string;
  title: string;
  /** The chart of a symbol's prices, with what is on the same scale. */
  isPrice: boolean;
  times: number[];
  series: { label: string; scale: "left" | "right" }[];
  columns: Column[];
  markers: Marker[];
  /** Fields that never change, such as periods. */
  facts: [string, number][];
}

interface Line {
  label: string;
  times: number[];
  values: number[];
}

/** Names of fields that are on the scale of a price. */
const priceField = /(^|_)(price|close|open|high|low|bid|ask|mid|vwap|sma|ema|wma|avg|average|mean)$/;
const constantFrom = 3;

/**
 * Plans the charts of a bot's metrics: one for the prices of each symbol, with its averages and signals, and one for each
 * type with the other numbers. Times without data for `leastGap` seconds are gaps.
 */
export function planCharts(records: readonly MetricRecord[], leastGap = 0): ChartPlan[] {
  const groups = new Map<string, { type: string; symbol: string | undefined; lines: Map<string, Line> }>();
  const markers = new Map<string, Marker[]>();
  for (const { record, place: time } of placed(records)) {
    const { type, data } = record;
    const symbol = typeof data.symbol === "string" ? data.symbol : undefined;
    const signal = signalOf(record);
    if (signal && symbol !== undefined) {
      const list = markers.get(symbol) ?? [];
      list.push({
        x: time,
        y: signal.price,
        kind: signal.side === "BUY" ? "buy" : "sell",
        text: signal.text,
      });
      markers.set(symbol, list);
      continue;
    }
    const key = JSON.stringify([type, symbol]);
    const group = groups.get(key) ?? { type, symbol, lines: new Map() };
    groups.set(key, group);
    for (const [field, value] of Object.entries(data)) {
      // JSON has numbers that are larger than any of JavaScript.
      if (typeof value !== "number" || !Number.isFinite(value)) continue;
      if (field === "time" && dataTime(data)) continue;
      const line = group.lines.get(field) ?? { label: field, times: [], values: [] };
      group.lines.set(field, line);
      // Two records of one millisecond are both drawn, side by side.
      line.times.push(Math.max(time, (line.times.at(-1) ?? -1) + 1e-6));
      line.values.push(value);
    }
  }

  const prices = new Map<string, Line[]>();
  const rest: ChartPlan[] = [];
  for (const { type, symbol, lines } of groups.values()) {
    const own: Line[] = [];
    const facts: [string, number][] = [];
    const changes = [...lines.values()].some((line) => !isConstant(line));
    for (const line of lines.values()) {
      const isPrice = priceField.test(line.label) || (line.label === "value" && priceField.test(type));
      if (isPrice && symbol !== undefined) {
        const label = line.label === "value" ? type : line.label;
        const others = prices.get(symbol) ?? [];
        const isTaken = others.some((other) => other.label === label);
        prices.set(symbol, [...others, { ...line, label: isTaken ? `${type}.${line.label}` : label }]);
      } else if (changes && isConstant(line)) {
        facts.push([line.label, line.values[0]!]);
      } else own.push(line);
    }
    if (own.length > 0)
      rest.push(planOf(symbol === undefined ? type : `${type} · ${symbol}`, own, leastGap, facts));
  }
  // Signals of a symbol whose price the bot does not emit are on the line of their own prices.
  for (const [symbol, list] of markers)
    if (!prices.has(symbol)) {
      const ofSignals = {
        label: "signal price",
        times: list.map(({ x }) => x),
        values: list.map(({ y }) => y),
      };
      prices.set(symbol, [ofSignals]);
    }
  const ofPrices = [...prices].map(([symbol, lines]) => ({
    ...planOf(symbol, lines, leastGap, []),
    id: `price ${symbol}`,
    isPrice: true,
    markers: markers.get(symbol) ?? [],
  }));
  return [...ofPrices.sort(byTitle), ...rest.sort(byTitle)];
}

const byTitle = (a: ChartPlan, b: ChartPlan) => a.title.localeCompare(b.title);

/** Never changes, as far as three or more values can tell. */
const isConstant = ({ values }: Line) =>
  values.length >= constantFrom && values.every((value) => value === values[0]);

function planOf(title: string, lines: Line[], leastGap: number, facts: [string, number][]): ChartPlan {
  const tables = lines.map((line) => {
    const { times, columns } = withGaps(line.times, [line.values], leastGap);
    return [times, columns[0]!] as uPlot.AlignedData;
  });
  const [times, ...columns] = uPlot.join(tables) as unknown as [number[], ...Column[]];
  const first = sizeOf(lines[0]!.values);
  return {
    id: `type ${title}`,
    title,
    isPrice: false,
    times,
    columns,
    series: lines.map(({ label, values }) => {
      const ratio = sizeOf(values) / first;
      return { label, scale: ratio > 10 || ratio < 0.1 ? "right" : "left" };
    }),
    markers: [],
    facts,
  };
}

/** The largest absolute value. */
function sizeOf(values: readonly number[]): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most || 1;
}
