import type uPlot from "uplot";
import { type Marker, markerBeside } from "./markers.ts";

interface Shown {
  times: readonly number[];
  markers?: readonly Marker[];
  range: readonly [number, number];
  onZoom(from: number, to: number): void;
  onReset(): void;
}

export const keyHelp = (markers: number): string =>
  `← → move, with Shift by 10 · Home, End · + − zoom · 0 shows all again${
    markers > 0 ? " · N, P next and previous signal" : ""
  }`;

/** No zoom shows less than this many seconds: metrics have milliseconds. */
const closest = 0.01;

/** Does what a key means for a chart that has the focus. Returns whether it means something. */
export function onChartKey(event: KeyboardEvent, chart: uPlot | undefined, shown: Shown): boolean {
  const { times, range, onZoom, onReset } = shown;
  if (!chart || event.ctrlKey || event.metaKey || event.altKey) return false;
  const [first, last] = ends(times, range);
  const at = chart.cursor.idx ?? last;
  const show = (time: number | undefined) => {
    if (time === undefined) return;
    const left = Math.min(Math.max(chart.valToPos(time, "x"), 0), chart.over.clientWidth);
    chart.setCursor({ left, top: chart.over.clientHeight / 2 });
  };
  const move = (to: number) => show(times[Math.min(Math.max(to, first), last)]);
  const zoom = (factor: number) => {
    const [from, to] = range;
    if ((to - from) * factor < closest) return;
    const middle = Math.min(Math.max(times[at] ?? (from + to) / 2, from), to);
    onZoom(middle - (middle - from) * factor, middle + (to - middle) * factor);
  };
  const signal = (way: -1 | 1) =>
    show(
      markerBeside(shown.markers ?? [], times[chart.cursor.idx ?? (way === 1 ? first : last)] ?? 0, way)?.x,
    );
  const step = event.shiftKey ? 10 : 1;
  const actions: Record<string, () => void> = {
    ArrowLeft: () => move(at - step),
    ArrowRight: () => move(at + step),
    Home: () => move(first),
    End: () => move(last),
    "+": () => zoom(0.5),
    "=": () => zoom(0.5),
    "-": () => zoom(2),
    "0": onReset,
    Escape: onReset,
    n: () => signal(1),
    p: () => signal(-1),
  };
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action) return false;
  event.preventDefault();
  action();
  return true;
}

/** The first and the last point that the range shows. */
function ends(times: readonly number[], [from, to]: readonly [number, number]): [number, number] {
  const first = times.findIndex((time) => time >= from);
  const last = times.findLastIndex((time) => time <= to);
  return first === -1 || last < first ? [0, times.length - 1] : [first, last];
}
