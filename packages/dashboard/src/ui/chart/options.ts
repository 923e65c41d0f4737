import uPlot from "uplot";
import { written, zone } from "../../lib/times.ts";
import type { Colours } from "./colours.ts";
import { type Column, isolatedIn } from "./gaps.ts";
import { drawMarkers, type Marker } from "./markers.ts";
import { indexNear, place } from "./near.ts";
import { drawable, rangeOf, steps, ticks, tickTexts } from "./numbers.ts";

export interface Series {
  label: string;
  /** The axis: `left`, or `right` for values of another size. */
  scale: "left" | "right";
  shown: boolean;
}

interface Wanted {
  width: number;
  height: number;
  series: readonly Series[];
  /** Written after each number of an axis. */
  unit: string;
  colours: Colours;
  /** Charts with the same key share their cursor. */
  syncKey?: string | undefined;
  range(): readonly [number, number];
  markers(): readonly Marker[];
  onCursor(chart: uPlot): void;
  /** Called with the range that the reader dragged over. */
  onZoom(from: number, to: number): void;
}

const points = 60;

/** The range of the left axis: all values in view, and the markers, which may be beyond every value. */
function valuesShown(
  least: number | null,
  most: number | null,
  { range, markers }: Pick<Wanted, "range" | "markers">,
): uPlot.Range.MinMax {
  const [from, to] = range();
  const values = markers().flatMap(({ x, y }) => (x >= from && x <= to ? [drawable(y)!] : []));
  if (least !== null && most !== null) values.push(least, most);
  return values.length === 0 ? [null, null] : rangeOf(Math.min(...values), Math.max(...values));
}

/** What uPlot needs to draw a chart. */
export function optionsOf(wanted: Wanted): uPlot.Options {
  const { colours, series, unit } = wanted;
  const axis = { stroke: colours.text, ticks: { stroke: colours.line }, font: "12px system-ui, sans-serif" };
  const numbers = { size: sizeOf, incrs: steps, splits, values: labelsWith(unit) };
  const isRight = series.some((one) => one.scale === "right");
  return {
    width: wanted.width,
    height: wanted.height,
    // Days begin at midnight of the chosen zone.
    tzDate,
    legend: { show: false },
    padding: [10, isRight ? 0 : 14, 0, 0],
    cursor: {
      drag: { x: true, y: false, setScale: false },
      points: { size: 7 },
      y: false,
      dataIdx: (chart, at, index) => {
        const [from, to] = wanted.range();
        if (at === 0) return index;
        return (
          indexNear(chart.data[0] as number[], chart.data[at] as Column, index, (to - from) * place) ?? index
        );
      },
      ...(wanted.syncKey !== undefined && { sync: { key: wanted.syncKey, scales: ["x", null] } }),
    },
    scales: {
      x: { time: true, range: () => [...wanted.range()] as [number, number] },
      left: { auto: true, range: (_, least, most) => valuesShown(least, most, wanted) },
      ...(isRight && {
        right: {
          auto: true,
          range: (_, least, most) => (least === null || most === null ? [null, null] : rangeOf(least, most)),
        },
      }),
    },
    axes: [
      { ...axis, space: 80, values: times, grid: { stroke: colours.line, width: 1 } },
      { ...axis, ...numbers, scale: "left", grid: { stroke: colours.line, width: 1 } },
      ...(isRight ? [{ ...axis, ...numbers, scale: "right", side: 1 as const, grid: { show: false } }] : []),
    ],
    series: [
      {},
      ...series.map((one, index): uPlot.Series => {
        const stroke = colours.series[index % colours.series.length]!;
        return {
          label: one.label,
          scale: one.scale,
          show: one.shown,
          stroke,
          width: 1.75,
          ...(index >= colours.series.length && { dash: dashOf(index, colours.series.length) }),
          spanGaps: false,
          points: {
            show: (chart) => chart.data[0].length <= points,
            // Of many values, only those that have no line: otherwise they could not be seen.
            filter: (chart, at, show) => (show ? null : isolatedIn(chart.data[at] as Column)),
            size: 6,
            stroke,
            fill: stroke,
          },
        };
      }),
    ],
    hooks: {
      draw: [(chart) => drawMarkers(chart, wanted.markers(), colours), markDrawn],
      setCursor: [(chart) => wanted.onCursor(chart)],
      setSelect: [
        (chart) => {
          const { left, width } = chart.select;
          if (width < 4) return;
          wanted.onZoom(chart.posToVal(left, "x"), chart.posToVal(left + width, "x"));
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

/** Lets `npm run bench` see when points are on the canvas. Removed at once: only observers get it. */
function markDrawn({ data: [times] }: uPlot): void {
  performance.mark("chart-drawn", { detail: { points: times.length, last: times.at(-1) } });
  performance.clearMarks("chart-drawn");
}

/** Lines after the last colour have the first one again, with dashes: longer ones in each round. */
export function dashOf(index: number, colours: number): number[] {
  const round = Math.floor(index / colours);
  return [4 * round, 4];
}

function splits(_chart: uPlot, _axis: number, least: number, most: number, step: number): number[] {
  return ticks(least, most, step);
}

const labelsWith =
  (unit: string) =>
  (_chart: uPlot, values: number[], _axis: number, _space: number, step: number): string[] =>
    tickTexts(values, step).map((text) => `${text}${unit}`);

function tzDate(seconds: number): Date {
  const date = new Date(seconds * 1000);
  return zone.value.value === "utc" ? uPlot.tzDate(date, "UTC") : date;
}

/** The time of each tick; the day where it begins, and below the first tick. None that would be cut at the edge. */
function times(chart: uPlot, ticks: number[], _axis: number, _space: number, step: number): string[] {
  let shown = "";
  const room = chart.width - chart.bbox.left / devicePixelRatio;
  return ticks.map((tick) => {
    const half = (step < 60 ? 8 : 6) * 3.5;
    if (chart.valToPos(tick, "x") + half > room) return "";
    const date = written("day", tick * 1000);
    const isNew = date !== shown;
    shown = date;
    if (step >= 86_400) return date;
    const text = written(step < 60 ? "second" : "minute", tick * 1000);
    return isNew ? `${text}\n${date}` : text;
  });
}

/** As wide as the longest label. */
function sizeOf(chart: uPlot, values: string[] | null): number {
  const longest = Math.max(3, ...(values ?? []).map((text) => text.length));
  chart.ctx.save();
  chart.ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
  const width = chart.ctx.measureText("0".repeat(longest)).width / devicePixelRatio;
  chart.ctx.restore();
  return Math.ceil(width) + 18;
}
