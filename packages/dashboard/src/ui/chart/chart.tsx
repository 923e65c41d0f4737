import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { readColours, useColourScheme } from "./colours.ts";
import type { Column } from "./gaps.ts";
import { Legend } from "./legend.tsx";
import { type Marker, markerNear } from "./markers.ts";
import { optionsOf, type Series } from "./options.ts";

interface Props {
  /** What the chart shows, in a sentence, for readers who do not see it. */
  summary: string;
  series: readonly Series[];
  /** Seconds since the epoch, ascending. */
  times: number[];
  /** One column for each of the series. */
  columns: Column[];
  markers?: readonly Marker[];
  /** The time shown, in seconds. */
  range: readonly [number, number];
  syncKey?: string;
  height?: number;
  onZoom(from: number, to: number): void;
  /** Shows the whole range again. */
  onReset(): void;
  onToggle(label: string): void;
}

/** Lines over time. With the keyboard: arrows move the cursor, `+` and `-` zoom, Escape shows everything again. */
export function Chart(props: Props) {
  const { series, times, columns, range, syncKey, height = 260 } = props;
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const [index, setIndex] = useState<number | null>(null);
  const scheme = useColourScheme();
  const colours = useMemo(readColours, [scheme]);
  const shape = JSON.stringify([series, height, syncKey, scheme]);

  // A new chart only for another shape; data are set below.
  useEffect(() => {
    const element = host.current!;
    const made = new uPlot(
      optionsOf({
        width: element.clientWidth,
        height,
        series,
        colours,
        syncKey,
        range: () => latest.current.range,
        markers: () => latest.current.markers ?? [],
        onCursor: ({ cursor }) => setIndex(cursor.idx ?? null),
        onZoom: (from, to) => latest.current.onZoom(from, to),
      }),
      [latest.current.times, ...latest.current.columns],
      element,
    );
    chart.current = made;
    const resized = new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientWidth !== made.width)
        made.setSize({ width: element.clientWidth, height });
    });
    resized.observe(element);
    return () => {
      resized.disconnect();
      made.destroy();
    };
  }, [shape]);

  useEffect(() => {
    chart.current?.setData([times, ...columns]);
  }, [times, columns, range[0], range[1]]);
  useEffect(() => chart.current?.redraw(), [props.markers]);

  const marker =
    index === null ? undefined : markerNear(props.markers ?? [], times[index]!, (range[1] - range[0]) / 100);
  return (
    <figure class="chart">
      <div
        ref={host}
        class="chart-canvas"
        role="application"
        aria-label={props.summary}
        aria-roledescription="chart"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the cursor
        tabIndex={0}
        data-last-ts={times.at(-1)}
        onKeyDown={(event) => onKey(event, chart.current, latest.current)}
        onDblClick={props.onReset}
      />
      <figcaption>
        <Legend
          series={series}
          colours={colours.series}
          values={columns.map((column) => valueAt(column, index))}
          time={index === null ? times.at(-1) : times[index]}
          onToggle={props.onToggle}
        />
        {marker && <p class="small">{marker.text}</p>}
      </figcaption>
    </figure>
  );
}

/** The value under the cursor, or without a cursor the last one. */
function valueAt(column: Column, index: number | null): number | null {
  if (index !== null) return column[index] ?? null;
  return column.findLast((value) => typeof value === "number") ?? null;
}

function onKey(
  event: KeyboardEvent,
  chart: uPlot | undefined,
  { times, range, onZoom, onReset }: Props,
): void {
  if (!chart || event.ctrlKey || event.metaKey || event.altKey) return;
  const at = chart.cursor.idx ?? times.length - 1;
  const move = (to: number) => {
    const next = Math.min(Math.max(to, 0), times.length - 1);
    if (times[next] === undefined) return;
    const left = Math.min(Math.max(chart.valToPos(times[next], "x"), 0), chart.over.clientWidth);
    chart.setCursor({ left, top: chart.over.clientHeight / 2 });
  };
  const zoom = (factor: number) => {
    const middle = times[at] ?? (range[0] + range[1]) / 2;
    onZoom(middle - (middle - range[0]) * factor, middle + (range[1] - middle) * factor);
  };
  const step = event.shiftKey ? 10 : 1;
  const actions: Record<string, () => void> = {
    ArrowLeft: () => move(at - step),
    ArrowRight: () => move(at + step),
    Home: () => move(0),
    End: () => move(times.length - 1),
    "+": () => zoom(0.5),
    "-": () => zoom(2),
    Escape: onReset,
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
