import type uPlot from "uplot";
import { type Marker, markerBeside } from "./markers.ts";
import { place, placeBeside } from "./near.ts";

interface Shown {
  times: readonly number[];
  markers?: readonly Marker[];
  range: readonly [number, number];
  onZoom(from: number, to: number): void;
  onReset(): void;
}

/** As it is: its type lacks that the charts with the same key can show the cursor too. */
type SetCursor = (place: { left: number; top: number }, fire: boolean, publish: boolean) => void;

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
    (chart.setCursor as SetCursor)({ left, top: chart.over.clientHeight / 2 }, true, true);
  };
  const move = (to: number) => show(times[Math.min(Math.max(to, first), last)]);
  const zoom = (factor: number) => {
    const [from, to] = range;
    if ((to - from) * factor < closest) return;
    const middle = Math.min(Math.max(times[at] ?? (from + to) / 2, from), to);
    onZoom(middle - (middle - from) * factor, middle + (to - middle) * factor);
  };
  // By half, so that what was at the edge is in the middle.
  const pan = (way: -1 | 1) => {
    const by = ((range[1] - range[0]) / 2) * way;
    onZoom(range[0] + by, range[1] + by);
  };
  const signal = (way: -1 | 1) =>
    show(
      markerBeside(shown.markers ?? [], times[chart.cursor.idx ?? (way === 1 ? first : last)] ?? 0, way)?.x,
    );
  const step = (way: -1 | 1) =>
    move(placeBeside(times, at, event.shiftKey ? 10 * way : way, (range[1] - range[0]) * place));
  const actions: Record<string, () => void> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => move(first),
    End: () => move(last),
    PageUp: () => pan(-1),
    PageDown: () => pan(1),
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
