import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { printable } from "../../lib/printable.ts";
import { readColours, useColourScheme } from "./colours.ts";
import type { Column } from "./gaps.ts";
import { keyHelp, onChartKey } from "./keys.ts";
import { Legend } from "./legend.tsx";
import { type Marker, markerNear } from "./markers.ts";
import { drawable, readable } from "./numbers.ts";
import { optionsOf, type Series } from "./options.ts";
import { useSeen } from "./use-seen.ts";

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

/** Lines over time; {@link keyHelp} says what the keys do. Drawn from when it is first seen. */
export function Chart(props: Props) {
  const { series, times, columns, range, syncKey, height = 260 } = props;
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const [index, setIndex] = useState<number | null>(null);
  const [byKey, setByKey] = useState(false);
  const seen = useSeen(host);
  const scheme = useColourScheme();
  const colours = useMemo(readColours, [scheme]);
  const shape = JSON.stringify([series, height, syncKey, scheme]);

  // A new chart only for another shape; data are set below.
  useLayoutEffect(() => {
    if (!seen) return;
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
      dataOf(latest.current),
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
      chart.current = undefined;
    };
  }, [shape, seen]);

  useLayoutEffect(() => {
    chart.current?.setData(dataOf(latest.current));
  }, [times, columns, range[0], range[1]]);
  useLayoutEffect(() => chart.current?.redraw(), [props.markers]);

  const marker =
    index === null ? undefined : markerNear(props.markers ?? [], times[index]!, (range[1] - range[0]) / 100);
  const readout = [
    ...(marker ? [marker.text] : []),
    ...series.flatMap(({ label, shown }, at) =>
      shown && index !== null && typeof columns[at]![index] === "number"
        ? [`${printable(label)} ${readable(columns[at]![index])}`]
        : [],
    ),
  ];
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
        aria-keyshortcuts="ArrowLeft ArrowRight Home End + - 0 N P"
        data-last-ts={times.at(-1)}
        style={{ minHeight: `${height}px` }}
        onKeyDown={(event) => {
          if (onChartKey(event, chart.current, latest.current)) setByKey(true);
        }}
        onBlur={() => setByKey(false)}
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
        {marker && (
          <p class="small">
            <span data-side={marker.kind} aria-hidden="true">
              {marker.kind === "buy" ? "▲" : "▼"}
            </span>{" "}
            <span class="given">{printable(marker.text)}</span>
          </p>
        )}
        <p class="small soft chart-keys">{keyHelp(props.markers?.length ?? 0)}</p>
        <output class="hidden-text" aria-live="polite">
          {byKey && index !== null && times[index] !== undefined
            ? `${spoken.format(times[index] * 1000)}: ${printable(readout.join(", "))}`
            : ""}
        </output>
      </figcaption>
    </figure>
  );
}

const spoken = new Intl.DateTimeFormat(undefined, { timeStyle: "medium", hourCycle: "h23" });

/** What uPlot draws. Times that no line has need no point; it wants undefined there, and null at a break. */
function dataOf({ times, columns }: Props): uPlot.AlignedData {
  return [times, ...columns.map((column) => (isTame(column) ? column : column.map(drawable)))];
}

const isTame = (column: Column) => column.every((value) => value === drawable(value));

/** The value under the cursor, or without a cursor the last one. */
function valueAt(column: Column, index: number | null): number | null {
  if (index !== null) return column[index] ?? null;
  return column.findLast((value) => typeof value === "number") ?? null;
}
